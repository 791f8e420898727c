"""How a prompt is read: words, their synonyms and forms, what they name, what belongs to what."""
