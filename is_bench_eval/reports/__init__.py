"""What is made of runs for people: report.html, tables in the terminal, comparisons."""
