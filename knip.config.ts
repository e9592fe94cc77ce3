import type { KnipConfig } from 'knip'

/** Files that are never imported, because something runs them by path. */
const config: KnipConfig = {
  workspaces: {
    '.': {
      entry: [
        'server/areas/campaigns/modules/*/definition.ts',
        'server/areas/integrations/connectors/*/{definition,settings,stand-in}.ts',
        'server/entry/{main,migrate,doctor,backup,restore,bounce,distribute,openapi,client}.ts',
        'server/test/delivery-worker.ts',
        'server/test/event-worker.ts',
        'server/test/stripe-stand-in.ts',
        'server/test/dumps/write-release.ts',
        'scripts/*.{mjs,mts}',
        'bench/*.ts',
        'pixel/build.ts',
        'web/start/{preboot,fill-shell,prerender}.{ts,tsx}',
        'web/worker/service-worker.ts',
      ],
      project: ['{contract,i18n,server,web,pixel,demo,bench,e2e,scripts}/**/*.{ts,tsx,mjs,mts,css}', '*.ts'],
      vitest: { config: 'vitest*.config.ts' },
      postcss: { config: 'web/postcss.config.js' },
    },
    // Developers import what nothing here does.
    client: { entry: ['api-client.ts', 'write-client.ts'] },
  },
  // scripts/check.mjs runs oxlint from node_modules/.bin; server/platform/country-of.ts reads a file of its data
  // package; a thread of server/areas/reports/tables/write-sheet.ts loads the spreadsheet library; journeys unpack a browser.
  ignoreDependencies: [
    'oxlint',
    '@ip-location-db/geo-whois-asn-country-mmdb',
    '@sparticuz/chromium',
    'write-excel-file',
  ],
  // Tests that try them skip where they are not installed.
  ignoreBinaries: ['mount', 'umount', 'pgbouncer'],
  // Style sheets load fonts with url().
  compilers: {
    css: (text: string) =>
      [...text.matchAll(/url\('([^'./][^']*)'\)/g)].map(([, path]) => `import '${path}'`).join('\n'),
  },
}

export default config
