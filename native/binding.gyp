{
  "targets": [
    {
      "target_name": "assay_native",
      "sources": ["src/addon.cc", "src/log_mel.cc", "src/real_fft.cc", "src/vector_scan.cc", "src/viterbi.cc", "src/whisper_mel.cc"],
      "include_dirs": ["<!(node -p \"require('node-addon-api').include_dir\")"],
      "dependencies": [],
      "defines": ["NAPI_VERSION=8", "NODE_ADDON_API_CPP_EXCEPTIONS"],
      "cflags!": ["-fno-exceptions", "-g"],
      "cflags_cc!": ["-fno-exceptions", "-g", "-std=gnu++20", "-fno-rtti"],
      # No -march: images move between machines, so hot loops are built for several processors (kernel.h).
      # No contraction to fused multiply-add: every one of those builds must give the same bits.
      "cflags_cc": ["-std=c++17", "-O3", "-ffp-contract=off", "-Wall", "-Wextra", "-Wno-unused-parameter"],
      "ldflags": ["-Wl,--build-id=none"]
    },
    {
      # Guards the programs that read foreign files.
      "target_name": "assay_sandbox",
      "type": "executable",
      "sources": ["src/sandbox.cc"],
      "cflags_cc!": ["-std=gnu++20"],
      "cflags_cc": ["-std=c++17", "-O2", "-Wall", "-Wextra"],
      "ldflags": ["-Wl,--build-id=none", "-static-libstdc++", "-static-libgcc"]
    }
  ]
}
