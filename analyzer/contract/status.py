"""How a game in the kernel ended: 0 is well; anything else becomes an error by name."""

(
    OK,
    RULE_NAN,
    ACTION_BUDGET,
    TOO_MANY_DEALS,
    TOO_MANY_SHUFFLES,
    TOO_MANY_OBJECTS,
    TOO_MANY_ACTIONS,
    LOG_FULL,
    BAD_OP,
    BOUNDS,
    TOO_MANY_TRIGGERS,
    TOO_MANY_LOOKED,
) = range(12)
STATUS = {
    OK: "well",
    RULE_NAN: "a rule answered no finite number",
    ACTION_BUDGET: "more than 1,000 actions in one turn",
    TOO_MANY_DEALS: "more than 16 deals in one game",
    TOO_MANY_SHUFFLES: "more than 64 shuffles in one game",
    TOO_MANY_OBJECTS: "more permanents in one game than the kernel has room for",
    TOO_MANY_ACTIONS: "more actions at one moment than the kernel has room for",
    LOG_FULL: "more events than the log has rows for",
    BAD_OP: "an op-code the kernel does not know",
    BOUNDS: "an index left its table",
    TOO_MANY_TRIGGERS: "more waiting triggers than the kernel has room for",
    TOO_MANY_LOOKED: "more cards in one look than the kernel has room for",
}  # fmt: skip
