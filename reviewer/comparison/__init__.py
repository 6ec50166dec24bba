"""The scores of two arms in, paired effects by slice out."""
