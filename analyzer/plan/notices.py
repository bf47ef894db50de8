"""What the reader of a plan's results must be told of the plan itself: cards, free effects, goals, mana (I6)."""

from __future__ import annotations

from analyzer.decks.model import Notice
from analyzer.goals import Goal
from analyzer.plan.fetches import fetch_notices
from analyzer.plan.goal_checks import certain
from analyzer.plan.model import Plan
from analyzer.plan.schema import PlanFile

BEYOND = "default-goal"  # the kind of notice that a default goal needs more turns


def plan_notices(plan: Plan) -> tuple[Notice, ...]:
    """All of them, what is muted first."""
    muted = [Notice("muted", f"muted: {each}") for each in plan.muted]
    return (*muted, *_kind_notices(plan), *_late_notices(plan), *_goal_notices(plan), *fetch_notices(plan))


def _goal_notices(plan: Plan) -> list[Notice]:
    """Goals whose answer is known before a game is played."""
    goals = [goal for goal in plan.goals if isinstance(goal, Goal)]
    found = [Notice("goal", f"{goal}: {text}") for goal in goals for text in certain(plan, goal)]
    early = [str(goal) for goal in goals if 0 < goal.last_turn < plan.start.turn]
    if early:
        text = f"not played, as the game begins on turn {plan.start.turn}, and so never true: {'; '.join(early)}"
        found.append(Notice("goal", text))
    return found


def beyond_notices(plan: Plan, beyond: tuple[str, ...]) -> list[Notice]:
    """Default goals `beyond` the last turn of the plan, which are not asked."""
    if not beyond:
        return []
    text = f"not asked, as only {plan.turns} turns are played (--turns): {'; '.join(beyond)}"
    return [Notice(BEYOND, text)]


def idle_notices(plan: Plan, written: PlanFile) -> list[Notice]:
    """Keys that say nothing in this plan."""
    if written.strategy.mull_look is None or plan.mulligan == "vancouver":
        return []
    where = written.named("strategy", "mull_look")
    return [Notice("strategy", f"{where}: not used, only the Vancouver mulligan looks at a card after mulligans")]


def _late_notices(plan: Plan) -> list[Notice]:
    """Free effects that can never happen, because their turns are not played."""
    found = []
    for free in plan.free:
        late = [turn for turn in free.turns if not plan.start.turn <= turn <= plan.turns]
        if late:
            text = f"turn {', '.join(map(str, late))} is not played, only {plan.start.turn} to {plan.turns} are"
            found.append(Notice("free-effect", f"free effect '{free.text}': {text}"))
    return found


def _kind_notices(plan: Plan) -> tuple[Notice, ...]:
    held = [kind.name for kind in plan.kinds if kind.held]
    notices = [
        Notice("not-modelled", f"{kind.name}: {', '.join(kind.unmodelled)}", card=kind.name)
        for kind in plan.kinds
        if kind.unmodelled
    ]
    if held:
        notices.append(Notice("held", f"held, no target in this game: {', '.join(held)}"))
    return tuple(notices)
