"""Starting and keeping a pack: a first draft from what an app shows, and a label that changed followed everywhere."""
