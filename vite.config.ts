import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { contractForBrowsers } from './scripts/contract-for-browsers.mjs'
import { guideForBrowsers } from './scripts/guide-for-browsers.mjs'

/** How the web app is built. `scripts/build-web.mjs` runs this, prerenders the login page and compresses the files. */
export default defineConfig({
  root: 'web',
  base: '/',
  plugins: [react(), contractForBrowsers(), guideForBrowsers()],
  logLevel: 'warn',
  // The server inserts a nonce into each response (server/platform/http/pages.ts).
  html: { cspNonce: '__NONCE__' },
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    assetsDir: 'assets',
    // Do not inline fonts and images: the content security policy allows no fonts from data: URLs.
    assetsInlineLimit: 0,
    target: 'es2022',
    manifest: 'manifest.build.json',
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 700,
  },
})
