# %% [markdown]
# # What is a scry worth in this deck?
#
# Run this file as it is, or cell by cell in a notebook (each `# %%` is a cell). It needs `pip install 'scryworth[plots]'`.
# The numbers of games are small, so that it takes seconds; the intervals say how small.

# %%
import tempfile
from pathlib import Path

import analyzer

folder = Path(tempfile.mkdtemp())

# %% [markdown]
# ## A deck and a question
# A deck is a file, `example:NAME`, or counts such as `24 land, 36 blank`. A goal is true or false by some moment.

# %%
plan = analyzer.plan_of("example:azorius-temples", ["lands >= 4 by turn 4"])
report = analyzer.report_of(plan, games=20_000)
report  # noqa: B018  (a notebook shows what a cell ends with: headline, charts and tables)

# %% [markdown]
# The bridge begins with what a hypergeometric calculator says and ends with the chance as played.

# %%
for line in report.headline:
    print(line)

# %% [markdown]
# ## What the looks are worth
# Every source is played as it is, blind, empty and off, on the same games.

# %%
value = analyzer.value_of(plan, games=5_000)
print(dict(value.facts)["in one line"])

# %% [markdown]
# ## Two lists on the same games
# Keys are those of a plan file; whatever differs is named on top of the answer.

# %%
goals = ["lands >= 4 by turn 4"]
on_the_play = {"deck.example": "azorius-temples", "run.goals": goals}
on_the_draw = {**on_the_play, "table.seat": "draw"}
compared = analyzer.comparison_of(on_the_play, on_the_draw, games=5_000)
for line in compared.headline:
    print(line)

# %% [markdown]
# ## Numbers for your own work
# Every number of a report is a row of a tidy table.

# %%
(curves,) = [analyzer.frame(table) for table in report.tables if table.name == "curves"]
print(curves[["turn", "value", "low", "high"]].to_string(index=False))

# %% [markdown]
# ## To send to a friend
# A page works from a disk, without a network; a picture is one chart.

# %%
analyzer.save(value, folder / "value.html")
analyzer.save(report, folder / "curve.svg", "curve")
print(*sorted(path.name for path in folder.iterdir()))
