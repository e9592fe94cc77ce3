import { readFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { chromium, type Browser } from 'playwright-core'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { queueSnippet } from '#contract/tracking/snippets.ts'
import { startCollector, type Collector } from '#server/areas/tracking/start-collector.ts'
import { createClock } from '#server/platform/clock.ts'
import type { PlantableFault } from '#server/platform/planted-fault.ts'
import { auditCases } from './audit-cases.ts'
import { auditSite, type AuditLine } from './audit-site.ts'
import { browserArguments, findBrowser } from '../support/find-browser.ts'
import { buildConsentPart, buildPixel, buildRegionPart } from '../../pixel/build.ts'
import { makePixel, type TestPixel } from '#server/test/collector.ts'
import { openTestDatabase } from '#server/test/harness.ts'
import { createTestPlatform } from '#server/test/platform.ts'

// The auditor finds nothing on a page with our pixel, and each of these faults on it: in the pixel, in its parts, in the collector.

type Mutation = { file: string; from: string; to: string; in: '/px.js' | '/collect-consent.js' }
type Fault = { mutation: Mutation } | { planted: PlantableFault }

const db = await openTestDatabase({ app: 30 })
const sources = fileURLToPath(new URL('../../pixel/', import.meta.url))
const ofPixel = (file: string, from: string, to = ''): Fault => ({ mutation: { file, from, to, in: '/px.js' } })
const ofConsent = (from: string, to: string): Fault => ({
  mutation: { file: 'read-consent.ts', from, to, in: '/collect-consent.js' },
})

/** Each with the case of the audit that catches it. */
const faults: readonly (readonly [name: string, fault: Fault, caughtBy: string])[] = [
  [
    'the pixel ignores the property of Global Privacy Control',
    ofPixel('privacy.ts', "if ((navigator as { globalPrivacyControl?: boolean }).globalPrivacyControl) return 'gpc'"),
    'Global Privacy Control, property alone',
  ],
  [
    'the pixel ignores who opted out of this site',
    ofPixel(
      'privacy.ts',
      "if (/_lid_optout/.test(readCookies()) || attempt(() => localStorage._lid_optout)) return 'optout'",
    ),
    'opted out of this site',
  ],
  [
    'the pixel does not wait for consent platforms',
    ofPixel('px.ts', "load('consent', () => decideConsent(script.s))", "script.v = ''; decideConsent(script.s)"),
    'IAB TCF, GDPR applies',
  ],
  ['the pixel keeps its id after a no', ofPixel('hit.ts', '    eraseVisitor()\n'), 'consent withdrawn in OneTrust'],
  [
    'the pixel does not say whom to forget',
    ofPixel('hit.ts', '{ k: key, p, v }', '{ k: key, p }'),
    'opted out after being known',
  ],
  ['GPP is not obeyed', ofConsent("isOptedOut(parsedSections) ? 'optout' : ''", "''"), 'IAB GPP, sale opted out'],
  ['TCF is not obeyed', ofConsent("data.gdprApplies ? 'consent' : ''", "''"), 'IAB TCF, GDPR applies'],
  [
    'Consent Mode is not obeyed',
    ofConsent("if (last.ad_storage === 'denied'", "if (last.ad_storage === 'never'"),
    'Google Consent Mode, denied',
  ],
  [
    'OneTrust is not obeyed',
    ofConsent("OnetrustActiveGroups},`) ? '' : 'consent'", "OnetrustActiveGroups},`) ? '' : ''"),
    'OneTrust, no advertising',
  ],
  ['Cookiebot is not obeyed', ofConsent("platform.hasResponse ? 'consent' : 'wait'", "''"), 'Cookiebot, declined'],
  [
    'Usercentrics is not obeyed',
    ofConsent("&& !consent?.status) return 'consent'", "&& !consent?.status) return ''"),
    'Usercentrics 2, denied',
  ],
  ['no country has a rule', { planted: 'skip-country-rules' }, 'a country where nothing is stored'],
  [
    'the header of Global Privacy Control is not read',
    { planted: 'skip-gpc-header' },
    'Global Privacy Control, header alone',
  ],
  ['withdrawals are forgotten', { planted: 'forget-withdrawals' }, 'consent withdrawn in OneTrust'],
]

/** The pixel or its part with a fault in one of its files. */
async function buildWith({ file, from, to, in: path }: Mutation): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [`${sources}${path === '/px.js' ? 'px.ts' : 'consent-part.ts'}`],
    bundle: true,
    write: false,
    format: 'iife',
    tsconfigRaw: {},
    plugins: [
      {
        name: 'fault',
        setup(plan) {
          plan.onLoad({ filter: /\.ts$/ }, async ({ path: source }) => {
            const text = await readFile(source, 'utf8')
            if (source !== `${sources}${file}`) return { contents: text, loader: 'ts' }
            if (!text.includes(from)) throw new Error(`${file} has no longer: ${from}`)
            return { contents: text.replace(from, to), loader: 'ts' }
          })
        },
      },
    ],
  })
  return outputFiles[0]!.text
}

let browser: Browser
let pixel: TestPixel
let server: Server
let collector: Collector | undefined
let mutant: { path: string; script: string } | undefined
beforeAll(async () => {
  await Promise.all([buildPixel(), buildConsentPart(), ...(['gpc', 'region', 'wait'] as const).map(buildRegionPart)])
  browser = await chromium.launch({ executablePath: await findBrowser(), args: browserArguments() })
  pixel = await makePixel(db, { hosts: ['127.0.0.1'] })
  server = createServer((request, response) => {
    const path = request.url!.split('?')[0]
    if (path === '/') {
      response.setHeader('content-type', 'text/html')
      response.end(`<!doctype html><title>Shop</title><body>${queueSnippet({ origin: originOf(), key: pixel.key })}`)
    } else if (path === mutant?.path) response.setHeader('content-type', 'text/javascript').end(mutant!.script)
    else if (!collector?.handle(request, response)) response.writeHead(404).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return async () => {
    await browser.close()
    server.closeAllConnections()
    server.close()
  }
})
const originOf = (): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}`

let close: (() => Promise<void>) | undefined
afterEach(async () => {
  await close?.()
  close = mutant = undefined
  vi.unstubAllEnvs()
})

async function start(): Promise<void> {
  const platform = await createTestPlatform(db, { clock: createClock(), env: { TRUSTED_PROXIES: '1' } })
  collector = await startCollector(platform, { limits: { perAddress: 1e9, perPixel: 1e9 } })
  close = async () => {
    await collector!.close()
    await platform.close()
  }
}

const readDatabase = async () => {
  const { rows } = await db.adminPool.query<{ hits: number; withdrawals: number }>(
    `select (select count(*)::int from hit where campaign_id = $1) as hits,
       (select count(*)::int from graphile_worker._private_jobs where payload ->> 'clientId' = $2) as withdrawals`,
    [pixel.campaignId, pixel.clientId],
  )
  return rows[0]!
}
const audit = (cases = auditCases): Promise<AuditLine[]> =>
  auditSite(browser, { url: `${originOf()}/`, cases, quiet_ms: 1_500, readDatabase })

describe('the auditor', () => {
  test('finds nothing with any signal or rule, and the pixel without one', async () => {
    await start()
    const lines = await audit()
    expect(lines.filter(({ problems }) => problems.length > 0)).toEqual([])
    expect(lines).toHaveLength(auditCases.length + 1)
  }, 120_000)

  test.each(faults)(
    'notices that %s',
    async (_name, fault, caughtBy) => {
      if ('planted' in fault) vi.stubEnv('PLANTED_FAULT', fault.planted)
      else mutant = { path: fault.mutation.in, script: await buildWith(fault.mutation) }
      await start()
      const [plain, line] = await audit(auditCases.filter(({ name }) => name === caughtBy))
      expect(plain!.problems).toEqual([])
      expect(line!.problems).not.toEqual([])
    },
    60_000,
  )

  test('is tried with twelve faults or more, each caught by a case of its own list', () => {
    const names = new Set(auditCases.map(({ name }) => name))
    expect(faults.filter(([, , caughtBy]) => !names.has(caughtBy))).toEqual([])
    expect(faults.length).toBeGreaterThanOrEqual(12)
  })
})
