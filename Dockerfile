# Assay in one container: no internet at run time, any user but root, a read-only root file system.
#   docker compose up
# Pin what you have checked: --build-arg BASE_IMAGE=debian:bookworm-slim@sha256:…
ARG BASE_IMAGE=debian:bookworm-slim
FROM ${BASE_IMAGE} AS base

# Everything that needs compilers and registries happens here; nothing of it but the result goes on.
FROM base AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY scripts/setup scripts/setup-weights scripts/
COPY scripts/toolchain/package.json scripts/toolchain/package-lock.json scripts/toolchain/.npmrc scripts/toolchain/
COPY native native
# The pages are built from these.
COPY server server
COPY tsconfig.json ./
# What the English recogniser's weights are, and where they come from.
COPY models/catalogue.json models/catalogue.json
# For networks with a registry or certificate of their own; seen while this line runs, kept in no layer:
#   docker build --secret id=npmrc,src=$HOME/.npmrc --secret id=ca,src=/etc/ssl/certs/ca-certificates.crt .
RUN --mount=type=secret,id=npmrc,target=/root/.npmrc \
    --mount=type=secret,id=ca,target=/run/build-ca.crt \
    --mount=type=secret,id=apt,target=/etc/apt/apt.conf.d/99build \
    if [ -s /run/build-ca.crt ]; then export NODE_EXTRA_CA_CERTS=/run/build-ca.crt; fi; \
    scripts/setup --build-only
# Development packages out; of the inference runtime only this machine's processor stays.
RUN export PATH="$(cat .setup/node-home)/bin:$PATH" \
 && node scripts/toolchain/node_modules/npm/bin/npm-cli.js prune --omit=dev --no-audit --no-fund \
 && find node_modules/onnxruntime-node/bin -mindepth 3 -maxdepth 3 -type d ! -path "*/linux/$(node -p process.arch)" -exec rm -rf {} + \
 && find node_modules -name '*.map' -delete \
 # Of pdf.js only the reader: nothing is drawn.
 && rm -rf node_modules/@napi-rs/canvas* node_modules/pdfjs-dist/build node_modules/pdfjs-dist/web node_modules/pdfjs-dist/types \
 && install -D "$(cat .setup/node-home)/bin/node" /node/bin/node

FROM base
# Reads scanned CVs. Empty: scans are refused. More languages: "tesseract-ocr tesseract-ocr-deu poppler-utils".
ARG OCR_PACKAGES="tesseract-ocr poppler-utils"
RUN --mount=type=secret,id=apt,target=/etc/apt/apt.conf.d/99build \
    printf 'path-exclude=%s\n' '/usr/share/man/*' '/usr/share/locale/*' '/usr/share/doc/*' >/etc/dpkg/dpkg.cfg.d/slim \
 && printf 'path-include=%s\n' '/usr/share/doc/*/copyright' >>/etc/dpkg/dpkg.cfg.d/slim \
 && apt-get update \
 && DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends \
      ffmpeg espeak-ng flite util-linux ${OCR_PACKAGES} \
 && rm -rf /var/lib/apt/lists/* /var/cache/apt/* /var/log/apt /var/log/dpkg.log \
 # Graphics drivers that come with ffmpeg's player: 160 MB that only a screen would load.
 && rm -rf /usr/lib/*-linux-gnu/dri /usr/lib/*-linux-gnu/libLLVM-*.so* /usr/lib/*-linux-gnu/libz3.so* \
 && groupadd --gid 1000 assay \
 && useradd --uid 1000 --gid 1000 --no-create-home --home-dir /data --shell /usr/sbin/nologin assay \
 && install -d -o assay -g assay -m 0700 /data \
 && install -d -o assay -g assay -m 0755 /models
COPY --from=build /node/bin/node /usr/local/bin/node
WORKDIR /app
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/native/build/Release/assay_native.node /app/native/build/Release/assay_sandbox native/build/Release/
COPY package.json LICENSE NOTICE THIRD-PARTY.md ./
COPY models models
COPY --from=build /app/models/weights models/weights
COPY scripts/sample scripts/sample
COPY server server
COPY --from=build /app/server/web-dist server/web-dist
RUN printf '#!/bin/sh\nexec node /app/server/cli.ts "$@"\n' >/usr/local/bin/assay && chmod 755 /usr/local/bin/assay

ENV NODE_ENV=production ORT_DISABLE_TELEMETRY=1 HOST=0.0.0.0 PORT=8080 DATA_DIR=/data MODELS_DIR=/models HOME=/tmp
USER assay
VOLUME ["/data", "/models"]
EXPOSE 8080
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s --retries=3 \
  CMD node /app/server/health-probe.ts "http://127.0.0.1:${PORT}"
ENTRYPOINT ["assay"]
CMD ["serve"]
