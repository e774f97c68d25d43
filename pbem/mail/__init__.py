"""Mail as bytes and as values: letters read, screened and stripped to what is new; addresses, tags, MIME written."""
