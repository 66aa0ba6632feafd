// One script, one style sheet, one page, under fixed names: src/service/assets.cpp makes them part of the program.
import { defineConfig } from 'vite';

export default defineConfig({
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    target: 'es2022',
    modulePreload: false,
    assetsInlineLimit: 0,
    rollupOptions: { output: { entryFileNames: 'app.js', assetFileNames: 'app.[ext]' } },
  },
});
