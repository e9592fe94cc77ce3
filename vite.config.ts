import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { contractForBrowsers } from './scripts/contract-for-browsers.mjs'

/** How the browser's part is built. `scripts/build-web.mjs` runs it, prerenders the login page and compresses the files. */
export default defineConfig({
  root: 'web',
  base: '/',
  plugins: [react(), contractForBrowsers()],
  logLevel: 'warn',
  // Each answer's nonce is put in by the server (server/platform/http/pages.ts).
  html: { cspNonce: '__NONCE__' },
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    assetsDir: 'assets',
    // Fonts and pictures stay files: the policy lets no font come from a data address.
    assetsInlineLimit: 0,
    target: 'es2022',
    manifest: 'manifest.build.json',
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 700,
  },
})
