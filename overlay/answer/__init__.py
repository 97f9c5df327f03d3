"""From a model's text to what a person may see of it: blocks, links and screenshots under the pack's policy."""
