"""rulepress: makes print-ready rulebooks from one Markdown source of a tabletop game."""
