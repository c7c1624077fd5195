"""The defects that a dataset can have, one module a kind; each looks at one task."""
