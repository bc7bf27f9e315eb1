# Assay in one container: no internet at run time, any user but root, a read-only root file system.
#   docker compose up
# What lies in it, and what each part weighs: docs/decisions/0045-appliance.md.
# Pin what you have checked: --build-arg BASE_IMAGE=debian:bookworm-slim@sha256:…
ARG BASE_IMAGE=debian:bookworm-slim
FROM ${BASE_IMAGE} AS base

# ── ffmpeg, from Debian's source ────────────────────────────────────────────────────────────────────────────

FROM base AS ffmpeg
COPY scripts/image/build-ffmpeg /build/
RUN --mount=type=secret,id=apt,target=/etc/apt/apt.conf.d/99build \
    /build/build-ffmpeg /out
COPY scripts/image/build-stubs /build/
RUN /build/build-stubs /stub

# ── Assay itself ────────────────────────────────────────────────────────────────────────────────────────────

# Everything that needs compilers and registries happens here; nothing of it but the result goes on.
FROM base AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY scripts/setup scripts/setup-weights scripts/
COPY scripts/toolchain/package.json scripts/toolchain/package-lock.json scripts/toolchain/.npmrc scripts/toolchain/
COPY native native
# The pages and the built server are made from these.
COPY server server
COPY scripts/bundle-server.ts scripts/
COPY tsconfig.json ./
# Fetching the recognisers' weights takes the whole of the command line.
COPY models models
# What is recognised beside English: nothing, or "all", for the variant "languages": 15 languages more, 187 MB more.
#   docker build --build-arg LANGUAGES=all -t assay:languages .
ARG LANGUAGES=
# For networks with a registry or certificate of their own; seen while this line runs, kept in no layer:
#   docker build --secret id=npmrc,src=$HOME/.npmrc --secret id=pip,src=/etc/pip.conf --secret id=ca,src=/etc/ssl/certs/ca-certificates.crt .
RUN --mount=type=secret,id=npmrc,target=/root/.npmrc \
    --mount=type=secret,id=pip,target=/etc/pip.conf \
    --mount=type=secret,id=ca,target=/run/build-ca.crt \
    --mount=type=secret,id=apt,target=/etc/apt/apt.conf.d/99build \
    if [ -s /run/build-ca.crt ]; then export NODE_EXTRA_CA_CERTS=/run/build-ca.crt; fi; \
    scripts/setup --build-only --languages "${LANGUAGES}" && test -f models/weights/moonshine-base-en/model.json
# Moonshine tiny, for machines of less memory than the larger one needs, stays out: 29 MB.
# cpu, or cuda: then onnxruntime's own set-up fetches its CUDA part from NuGet, and BASE_IMAGE must bring CUDA 12 and cuDNN 9
# (an nvidia/cuda image with "cudnn-runtime" in its tag). The processor's image is the one that is tested.
ARG VARIANT=cpu
COPY scripts/image/prune-modules scripts/image/
RUN --mount=type=secret,id=ca,target=/run/build-ca.crt \
    if [ -s /run/build-ca.crt ]; then export NODE_EXTRA_CA_CERTS=/run/build-ca.crt; fi; \
    scripts/image/prune-modules /app "${VARIANT}" \
 && install -D --strip "$(cat .setup/node-home)/bin/node" /node/bin/node \
 && rm -rf server/web models/weights/moonshine-tiny-en

# ── Debian's programs, with the libraries they load and nothing else ────────────────────────────────────────

FROM base AS system
# Reads scanned CVs. Empty: scans are refused. More languages: "tesseract-ocr tesseract-ocr-deu poppler-utils".
ARG OCR_PACKAGES="tesseract-ocr poppler-utils"
RUN --mount=type=secret,id=apt,target=/etc/apt/apt.conf.d/99build \
    apt-get update \
 && DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends \
      espeak-ng flite libmp3lame0 zlib1g util-linux ${OCR_PACKAGES}
COPY --from=ffmpeg /out/ /
COPY --from=ffmpeg /stub/ /stub/
COPY --from=build /node/bin/node /usr/local/bin/node
COPY scripts/image/collect-root scripts/image/system-files /build/
RUN --mount=type=bind,from=build,source=/app/node_modules,target=/app/node_modules \
    --mount=type=bind,from=build,source=/app/native/build/Release,target=/app/native/build/Release \
    for stub in /stub/*; do cp --remove-destination "$stub" "/usr/lib/$(uname -m)-linux-gnu/"; done \
 && /build/system-files | xargs -d '\n' /build/collect-root /system \
 && cp -a --parents /usr/share/doc/ffmpeg /var/lib/dpkg/status.d/ffmpeg /system

# ── the image ───────────────────────────────────────────────────────────────────────────────────────────────

FROM scratch AS image
COPY --from=system /system /
WORKDIR /app
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/native/build/Release/assay_native.node /app/native/build/Release/assay_sandbox native/build/Release/
COPY package.json LICENSE NOTICE THIRD-PARTY.md ./
COPY models models
COPY --from=build /app/models/weights models/weights
COPY scripts/sample scripts/sample
COPY --from=build /app/server server
COPY --from=build /app/dist dist
ENV PATH=/usr/local/bin:/usr/bin:/bin NODE_ENV=production ORT_DISABLE_TELEMETRY=1 HOST=0.0.0.0 PORT=8080 DATA_DIR=/data MODELS_DIR=/models HOME=/tmp \
    NODE_COMPILE_CACHE=/app/compile-cache MALLOC_MMAP_THRESHOLD_=1048576
USER assay

# The programs' compiled code, as a server and a command leave it: starts then read it instead of compiling.
FROM image AS warm
COPY scripts/image/warm /build/
RUN NODE_COMPILE_CACHE=/tmp/compile-cache DATA_DIR=/tmp/data MODELS_DIR=/tmp/models sh /build/warm

FROM image
COPY --from=warm --chown=0:0 /tmp/compile-cache compile-cache
VOLUME ["/data", "/models"]
EXPOSE 8080
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s --retries=3 \
  CMD node /app/server/health-probe.ts "http://127.0.0.1:${PORT}"
ENTRYPOINT ["assay"]
CMD ["serve"]
