"""Pages: a report as one HTML file that works from a disk, and as a fragment for notebooks."""
