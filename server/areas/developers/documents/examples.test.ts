import { execFile } from 'node:child_process'
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { apiScopes } from '#contract/core/api-scopes.ts'
import { issueOauthToken } from '#contract/developers/oauth.ts'
import { hashToken } from '#server/platform/ids.ts'
import { projectRoot } from '#server/platform/project-root.ts'
import { createTestApp, noLimits, type TestApp } from '#server/test/app.ts'
import { makeDeveloper } from '#server/test/developer-token.ts'
import { makeTree } from '#server/test/factories.ts'
import { createTestDatabase, type TestDatabase } from '#server/test/harness.ts'
import { developerOperations } from '../describe-api.ts'
import { samplesOf, type Sample } from './write-samples.ts'
import { exampleInputOf } from './example-inputs.ts'
import { clientFile } from '../read-client.ts'

// Runs the documentation's examples unchanged against the program with a test key.

const run = promisify(execFile)
/** A slow machine needs this long to start three languages and compile a program. */
const patience_ms = 180_000

let db: TestDatabase
let http: TestApp
let folder: string
let origin: string
let environment: Record<string, string>

/** Single sign-on signs in real people, and the sandbox has none. */
const documentedOperations = developerOperations.filter(
  ({ deprecated, name }) => !deprecated && name !== 'issueSsoToken',
)

beforeAll(async () => {
  db = await createTestDatabase()
  const tree = await makeTree(db)
  http = await createTestApp(db, { limiter: noLimits })
  const { authorization } = await makeDeveloper(db, http.platform, tree.acme.owner, apiScopes)
  const secret = 'a'.repeat(43)
  // The host name under which a process on this machine is reached.
  await db.adminPool.query(`update host set host = '127.0.0.1' where host = 'acme.localhost'`)
  await db.adminPool.query(`update developer_token set host = '127.0.0.1'`)
  await db.adminPool.query('update developer_credential set is_test = true, public_name = $1, secret_hash = $2', [
    `test_${'a'.repeat(16)}`,
    hashToken(secret),
  ])
  await http.app.listen({ port: 0, host: '127.0.0.1' })
  origin = `http://127.0.0.1:${(http.app.server.address() as AddressInfo).port}`
  environment = {
    PATH: process.env['PATH'] ?? '',
    HOME: process.env['HOME'] ?? '',
    API_TOKEN: authorization.replace('Bearer ', ''),
    CLIENT_ID: `test_${'a'.repeat(16)}`,
    CLIENT_SECRET: secret,
  }
  folder = await mkdtemp(join(tmpdir(), 'examples-'))
})
afterAll(async () => {
  await rm(folder, { recursive: true })
  await http.close()
  await db.drop()
})

const isThere = (command: string): Promise<boolean> =>
  run(command, ['--version']).then(
    () => true,
    () => false,
  )

/** The examples in one language, by operation. */
const examplesIn = (lang: Sample['lang']): { name: string; source: string }[] =>
  documentedOperations.map((operation) => {
    const input = exampleInputOf(operation.name, 'query' in operation ? queryNamesOf(operation) : [])
    const { source } = samplesOf(operation, input, origin).find((sample) => sample.lang === lang)!
    return { name: operation.name, source }
  })

const queryNamesOf = ({ query }: { query?: unknown }): string[] =>
  Object.keys((query as { shape?: object } | undefined)?.shape ?? {})

/** Runs a program and returns what the call log has recorded since. */
async function callsOf(command: string, args: readonly string[], cwd = folder) {
  await db.adminPool.query('delete from developer_call')
  const { stdout } = await run(command, args, { cwd, env: environment, maxBuffer: 64 * 1024 * 1024 })
  await http.callLog.flush()
  const { rows } = await db.adminPool.query<{ operation: string; status: number }>(
    'select operation, status from developer_call order by operation',
  )
  return { stdout, calls: rows }
}

/** A token request has no authenticated caller, so the log does not contain it. */
const expectedCalls = () =>
  documentedOperations
    .filter(({ name }) => name !== issueOauthToken.name)
    .map(({ name, status = 200 }) => ({ operation: name, status }))
    .toSorted((a, b) => (a.operation < b.operation ? -1 : 1))

const byName = (calls: { operation: string; status: number }[]) =>
  calls.toSorted((a, b) => (a.operation < b.operation ? -1 : 1))

test(
  'shell examples get the documented responses, if curl is installed',
  async () => {
    if (!(await isThere('curl'))) return
    const script = examplesIn('Shell').map(({ source }) => `${source} || exit 1\necho`)
    await writeFile(join(folder, 'examples.sh'), script.join('\n'))
    const { stdout, calls } = await callsOf('sh', ['examples.sh'])
    expect(byName(calls)).toEqual(expectedCalls())
    expect(stdout).toContain('"access_token"')
  },
  patience_ms,
)

test(
  'TypeScript examples compile with the client in strict mode and get the documented responses',
  async () => {
    const place = join(folder, 'typescript')
    await mkdir(place)
    await writeFile(join(place, 'package.json'), '{ "type": "module" }')
    await copyFile(clientFile, join(place, 'api-client.ts'))
    const examples = examplesIn('TypeScript')
    for (const { name, source } of examples) await writeFile(join(place, `${name}.ts`), source)
    // Mistakes that the client's types prevent: an unknown field, and a missing one.
    await writeFile(
      join(place, 'wrong.ts'),
      [
        "import { createClient } from './api-client.ts'",
        "const api = createClient({ origin: '', token: '' })",
        '// @ts-expect-error The filter has another name.',
        "await api.listDeveloperLeads({ query: { kinds: 'lead' } })",
        '// @ts-expect-error A campaign has a client.',
        "await api.createDeveloperCampaign({ body: { name: 'x', module: 'local' } })",
      ].join('\n'),
    )
    const options = [
      '--strict --exactOptionalPropertyTypes --noUncheckedIndexedAccess --noUnusedLocals --skipLibCheck false',
      '--target es2022 --module nodenext --lib es2023,dom --types node',
      '--rewriteRelativeImportExtensions --outDir out',
    ].flatMap((line) => line.split(' '))
    const compile = [...options, '--typeRoots', join(projectRoot, 'node_modules/@types')]
    const files = ['api-client', 'wrong', ...examples.map(({ name }) => name)].map((name) => `${name}.ts`)
    const compiler = join(projectRoot, 'node_modules/typescript/bin/tsc')
    const compilation = await run(process.execPath, [compiler, ...compile, ...files], { cwd: place }).catch(
      ({ stdout }: { stdout: string }) => ({ stdout }),
    )
    expect(compilation.stdout).toBe('')
    const runner = examples.map(({ name }) => `await import('./${name}.js')`).join('\n')
    await writeFile(join(place, 'out/run.js'), runner)
    const { stdout, calls } = await callsOf(process.execPath, ['out/run.js'], place)
    expect(byName(calls)).toEqual(expectedCalls())
    expect(stdout).toContain('access_token')
  },
  patience_ms,
)

test(
  'Python examples get the documented responses, if Python is installed',
  async () => {
    const examples = examplesIn('Python')
    expect(examples.every(({ source }) => source.startsWith('import json, os, urllib.'))).toBe(true)
    if (!(await isThere('python3'))) return
    for (const { name, source } of examples) await writeFile(join(folder, `${name}.py`), source)
    const runner = `for name in ${JSON.stringify(examples.map(({ name }) => name))}:\n    exec(open(name + ".py").read(), {})\n`
    await writeFile(join(folder, 'examples_run.py'), runner)
    const { stdout, calls } = await callsOf('python3', ['examples_run.py'])
    expect(byName(calls)).toEqual(expectedCalls())
    expect(stdout).toContain('access_token')
  },
  patience_ms,
)
