"""The two terminal apps."""

import os

# Textual draws when its next frame is due, one to two frames after it was asked, and reads how many frames a second
# has when it is first imported: with its 60, a key that draws twice waits up to 66 ms. Nothing is drawn where nothing
# changed, however many frames there are. A person's own setting stands.
os.environ.setdefault("TEXTUAL_FPS", "500")
