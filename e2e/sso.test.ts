import type { Locator, Page, Route } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { confirmIdentity, confirmIdentityIfAsked } from './support/confirm-identity.ts'
import { demoId } from '#demo/world.ts'
import { prove } from '#server/test/proofs.ts'
import { findBarriers } from './support/axe.ts'
import { readDesk } from './support/desk.ts'
import { people, acme } from './support/people.ts'
import { useStage } from './support/stage.ts'

const stage = useStage()
const refusal = 'There is currently an update processing on the platform. Please wait five minutes and try again.'

interface Key {
  clientId: string
  secret: string
}

/** Opens Developer, accepts the agreement after first forgetting the checkbox, and creates a key with the password. */
async function makeKey(page: Page): Promise<Key> {
  await openKeys(page)
  const agreement = page.getByRole('dialog', { name: 'Developer agreement' })
  const text = agreement.frameLocator('iframe')
  await text.getByRole('heading', { name: 'Marketing Services Agreement for Developers' }).waitFor()
  await text.getByText('acme.localhost').first().waitFor()
  await agreement.getByText('$1,000.00').waitFor()
  await agreement.getByRole('button', { name: 'Continue' }).click()
  await agreement.getByText('Please click agree before you continue').waitFor()
  expect(await findBarriers(page)).toEqual([])
  await agreement.getByRole('checkbox').check()
  await agreement.getByRole('button', { name: 'Continue' }).click()

  const keys = page.getByRole('dialog', { name: 'API key' })
  await keys.getByText('No key yet').waitFor()
  await keys.getByRole('link', { name: 'API documentation' }).waitFor()
  // R116: where developers call, and where they find states and cities.
  for (const [name, path] of [
    ['API endpoint URL', /\/api\/v1\/developer$/],
    ['Endpoint for states', /\/api\/general\/state$/],
    ['Endpoint for cities of a state', /\/api\/general\/state\/.+\/cities$/],
  ] as const)
    expect(await keys.getByRole('group', { name, exact: true }).innerText()).toMatch(path)
  // One error because identity is not confirmed, one for the wrong password, and one that is made up.
  stage().allow(page, /status of (403|409|422)/)
  // R117: the server's message.
  const failure = { result: 'failed', code: 'conflict', message: 'No more keys today.', request_id: '' }
  await page.route('**/v1/developer/create/userapi', (route) => route.fulfill({ status: 409, json: failure }), {
    times: 1,
  })
  await keys.getByRole('button', { name: 'Create key' }).click()
  const choice = page.getByRole('dialog', { name: 'Create key' })
  // A key signs nobody in unless that is chosen.
  expect(await choice.getByRole('radio', { name: 'Read only' }).isChecked()).toBe(true)
  await choice.getByRole('radio', { name: 'Selected scopes' }).check()
  await choice.getByRole('button', { name: 'Create key' }).click()
  await choice.getByText('Select at least 1.').waitFor()
  expect(await findBarriers(page)).toEqual([])
  await choice.getByRole('radio', { name: 'Read and write' }).check()
  await choice.getByRole('checkbox', { name: 'Single sign-on' }).check()
  await choice.getByRole('button', { name: 'Create key' }).click()
  await choice.getByRole('alert').getByText(failure.message).waitFor()
  await choice.getByRole('button', { name: 'Create key' }).click()
  const proof = page.getByRole('dialog', { name: 'Confirm your identity' })
  await proof.getByLabel('Current password').fill('not the password')
  await proof.getByRole('button', { name: 'Confirm' }).click()
  await proof.getByText('* Sorry, your current password invalid').waitFor()
  await confirmIdentity(page, people.acmeOwner.password)

  const dialog = page.getByRole('dialog', { name: 'Your key' })
  const key = await readKey(page)
  await page.keyboard.press('Escape')
  await dialog.getByRole('button', { name: 'I’ve saved it' }).click()
  await keys.getByText(`••••••••${key.secret.slice(-4)}`).waitFor()
  expect(await page.content()).not.toContain(key.secret)
  return key
}

async function openKeys(page: Page): Promise<void> {
  await page.getByRole('button', { name: `Account of ${people.acmeOwner.name}` }).click()
  await page.getByRole('menuitem', { name: 'Developer' }).click()
}

/** Reads the key that is shown, after the password prompt if there is one. */
async function readKey(page: Page): Promise<Key> {
  const dialog = page.getByRole('dialog', { name: 'Your key' })
  await confirmIdentityIfAsked(page, dialog, people.acmeOwner.password)
  return {
    clientId: await dialog.getByRole('group', { name: 'Client ID' }).innerText(),
    secret: await dialog.getByRole('group', { name: 'Secret key' }).innerText(),
  }
}

/** Shows the secret of the existing key again. */
async function revealKey(page: Page): Promise<Key> {
  await openKeys(page)
  const keys = page.getByRole('dialog', { name: 'API key' })
  stage().allow(page, /status of 403/)
  await keys.getByRole('button', { name: 'Show secret key' }).click()
  return readKey(page)
}

/** Calls the API as the developer's own software. */
const askApi = (page: Page, path: string, headers: Record<string, string>, form?: Record<string, string>) =>
  page.evaluate(
    async ([to, authorization, fields]) => {
      const answer = await fetch(`/api/v1/developer/${to}`, {
        method: fields ? 'POST' : 'GET',
        headers: authorization,
        ...(fields && { body: new URLSearchParams(fields) }),
      })
      const body = (await answer.json()) as Record<string, unknown>
      return { status: answer.status, body, retryAfter: answer.headers.get('retry-after') }
    },
    [path, headers, form] as const,
  )

/** The header of calls with a token for a key's scopes. */
async function tokenFor({ clientId, secret }: Key, page: Page): Promise<{ authorization: string }> {
  const form = {
    grant_type: 'client_credentials',
    client_id: clientId,
    client_secret: secret,
    scope: 'leads:read webhooks:read',
  }
  const { body: token } = await askApi(page, 'oauth/token', {}, form)
  return { authorization: `Bearer ${String(token['access_token'])}` }
}

/** Requests a token for a person, as the developer's own software would. Returns a sign-in link. */
async function linkFor(page: Page, { clientId, secret }: Key, email: string): Promise<{ status: number; url: string }> {
  const body = { client_id: clientId, secret_key: secret, email, subdomain: acme }
  return page.evaluate(async (form) => {
    const answer = await fetch('/api/v1/developer/sso/token', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(form),
    })
    return { status: answer.status, url: ((await answer.json()) as { url?: string }).url ?? '' }
  }, body)
}

/** Of a webhook with more than a page of messages, of which only an older one failed. */
async function readMoreMessages(page: Page, card: Locator): Promise<void> {
  const [at, attempts] = ['2026-11-20T12:00:00.000Z', []]
  const messageOf = (n: number, status: string): object => ({
    id: demoId(`message ${n}`),
    type: 'webhook.test',
    data: {},
    status,
    next_attempt_at: null,
    created_at: at,
    delivered_at: null,
    attempts,
  })
  const older = { data: [messageOf(50, 'dead')], next_cursor: null }
  const latest = { data: Array.from({ length: 50 }, (_, n) => messageOf(n, 'delivered')), next_cursor: 'older' }
  const answer = (route: Route): Promise<void> => {
    const { searchParams } = new URL(route.request().url())
    return route.fulfill({ json: searchParams.has('cursor') || searchParams.has('status') ? older : latest })
  }
  await page.route('**/v1/developer/webhooks/*/messages?*', answer)
  await card.getByRole('button', { name: 'Messages' }).click()
  const messages = page.getByRole('dialog', { name: 'Messages' })
  await messages.getByRole('button', { name: 'Resend failed' }).waitFor()
  expect(await messages.getByRole('listitem').count()).toBe(50)
  await messages.getByRole('button', { name: 'Show more' }).click()
  await messages.getByRole('listitem').filter({ hasText: 'Failed' }).waitFor()
  await messages.getByRole('button', { name: 'Show more' }).waitFor({ state: 'detached' })
  await messages.getByRole('button', { name: 'Close' }).last().click()
  await page.unroute('**/v1/developer/webhooks/*/messages?*', answer)
}

describe('12. A developer signs a client in from their own software', () => {
  it('R061, R114, R117: with an agreement and a key; links work once and replace a session only on a click', async () => {
    const owner = await stage().newPageOf(people.acmeOwner, '/configuration/client-management', { proof: 'none' })
    const key = await makeKey(owner)

    const { url } = await linkFor(owner, key, people.plumbright.email)
    const visitor = await stage().newPage()
    await visitor.goto(url)
    await visitor.getByRole('button', { name: `Account of ${people.plumbright.name}` }).waitFor()
    expect(visitor.url()).not.toContain('token')
    await visitor.getByRole('heading', { level: 1 }).first().waitFor()

    const again = await stage().newPage()
    stage().allow(again, /status of 409/)
    await again.goto(url)
    await again.getByRole('alert').getByText(refusal).waitFor()
    expect(again.url()).not.toContain('token')

    // If somebody is signed in already, the link asks first, and choosing to stay changes nothing.
    const admin = await stage().newPageOf(people.harborRealty, '/')
    await admin.getByRole('button', { name: `Account of ${people.harborRealty.name}` }).waitFor()
    await admin.goto((await linkFor(owner, key, people.plumbright.email)).url)
    await admin.getByText(people.plumbright.email).waitFor()
    expect(await findBarriers(admin)).toEqual([])
    await admin.getByRole('link', { name: `Stay signed in as` }).click()
    await admin.getByRole('button', { name: `Account of ${people.harborRealty.name}` }).waitFor()

    // People outside the developer's company are not found.
    stage().allow(owner, /status of 404/)
    for (const { email } of [people.brightsideOwner, people.acmeOwner, people.root]) {
      expect((await linkFor(owner, key, email)).status).toBe(404)
    }
  })

  it('and replaces the signed-in user after the click', async () => {
    const owner = await stage().newPageOf(people.acmeOwner, '/configuration/client-management')
    const key = await revealKey(owner)
    // A separate session, because the click ends it.
    const page = await stage().newPage()
    await page.goto((await linkFor(owner, key, people.harborRealty.email)).url)
    await page.getByRole('button', { name: `Account of ${people.harborRealty.name}` }).waitFor()
    await page.goto((await linkFor(owner, key, people.plumbright.email)).url)
    await page.getByRole('button', { name: 'Continue as' }).click()
    await page.getByRole('button', { name: `Account of ${people.plumbright.name}` }).waitFor()
  })

  it('and reads leads page by page within a scope, is told about a missing scope, and gets events by webhook', async () => {
    const owner = await stage().newPageOf(people.acmeOwner, '/configuration/client-management')
    const headers = await tokenFor(await revealKey(owner), owner)
    const first = await askApi(owner, 'leads?limit=2', headers)
    expect([first.status, (first.body['data'] as unknown[]).length]).toEqual([200, 2])
    const second = await askApi(owner, `leads?limit=2&cursor=${String(first.body['next_cursor'])}`, headers)
    expect(second.body['data']).not.toEqual(first.body['data'])

    stage().allow(owner, /status of (403|404|422)/)
    expect((await askApi(owner, 'clients', headers)).body['code']).toBe('insufficient_scope')
    const foreign = await askApi(owner, `leads?company_id=${demoId('Brightside Media')}`, headers)
    expect(foreign.status).toBe(404)
    const another = await askApi(owner, `leads?limit=2&kind=test&cursor=${String(first.body['next_cursor'])}`, headers)
    expect([another.status, another.body['field']]).toEqual([422, 'cursor'])

    // The page where the owner sets up webhooks.
    const page = await stage().newPageOf(people.acmeOwner, '/user/webhooks')
    await page.getByRole('button', { name: 'Add webhook' }).first().click()
    const dialog = page.getByRole('dialog', { name: 'Add webhook' })
    stage().allow(page, /status of 422/)
    await dialog.getByLabel('Address').fill('https://10.0.0.1/hook')
    await dialog.getByRole('button', { name: 'Add webhook' }).click()
    await dialog.getByText('This address may not be reached.').waitFor()
    const address = (await readDesk(stage().port)).receiver_url
    await dialog.getByLabel('Address').fill(address)
    await dialog.getByRole('button', { name: 'Add webhook' }).click()
    const secretDialog = page.getByRole('dialog', { name: 'Copy the signing secret now' })
    expect(await secretDialog.getByRole('group', { name: 'Signing secret' }).innerText()).toMatch(/^whsec_/)
    await secretDialog.getByRole('button', { name: 'I’ve saved it' }).click()
    expect(await findBarriers(page)).toEqual([])
    // The demo has its own webhook there as well.
    const card = page.getByRole('region', { name: address, exact: true })
    await card.getByRole('button', { name: 'Send test' }).click()
    await card.getByRole('button', { name: 'Messages' }).click()
    const messages = page.getByRole('dialog', { name: 'Messages' })
    const message = messages.getByRole('listitem').filter({ hasText: 'Test message' })
    await message.getByText('Responded with').first().waitFor()
    expect(await findBarriers(page)).toEqual([])
    await messages.getByRole('button', { name: 'Close' }).last().click()
    await readMoreMessages(page, card)
    const webhooks = await askApi(owner, 'webhooks', headers)
    expect(webhooks.body['data']).toMatchObject([{ events: ['lead.created'] }, { status: 'ok' }])
    await card.getByRole('button', { name: 'Remove webhook' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove webhook' }).click()
    await card.waitFor({ state: 'detached' })
  })

  // The owner can open no page for the rest of the minute, so the next test would wait for it.
  prove('and is told to slow down', async () => {
    const owner = await stage().newPageOf(people.acmeOwner, '/configuration/client-management')
    const headers = await tokenFor(await revealKey(owner), owner)
    stage().allow(owner, /status of 429/)
    // Send many at once, because the rate limit's minute may end in between.
    let refusal: Awaited<ReturnType<typeof askApi>> | undefined
    for (let round = 0; round < 12 && !refusal; round++) {
      const calls = Array.from({ length: 60 }, () => askApi(owner, 'leads?limit=1', headers))
      refusal = (await Promise.all(calls)).find(({ status }) => status === 429)
    }
    expect(refusal?.body['code']).toBe('too_many')
    expect(Number(refusal?.retryAfter)).toBeGreaterThan(0)
  })

  it('and runs a documented example with the token of a test key, and sees the sandbox', async () => {
    const owner = await stage().newPageOf(people.acmeOwner, '/configuration/client-management')
    await openKeys(owner)
    stage().allow(owner, /status of 403/)
    await owner.getByRole('dialog', { name: 'API key' }).getByRole('button', { name: 'Create test key' }).click()
    await owner
      .getByRole('dialog', { name: 'Create test key' })
      .getByRole('button', { name: 'Create test key' })
      .click()
    const key = await readKey(owner)
    const form = { grant_type: 'client_credentials', client_id: key.clientId, client_secret: key.secret }
    const { body: token } = await askApi(owner, 'oauth/token', {}, form)

    await owner.getByRole('button', { name: 'I’ve saved it' }).click()
    const keys = owner.getByRole('dialog', { name: 'API key' })
    await keys.getByRole('link', { name: 'API documentation' }).click()
    const list = owner.getByRole('region', { name: 'GET /v1/developer/clients', exact: true })
    await list.getByText('Paste a token at the top to run it.').waitFor()
    expect(await list.getByRole('button', { name: 'Run', exact: true }).isDisabled()).toBe(true)
    await owner.getByLabel('Token', { exact: true }).fill(String(token['access_token']))
    await list.getByRole('button', { name: 'Run', exact: true }).click()
    await list.getByText('Responded with 200').waitFor()
    await list.getByText('Cedar & Stone Roofing').waitFor()
    expect(await findBarriers(owner)).toEqual([])
    // The response is shown unchanged.
    stage().allow(owner, /status of 401/)
    await owner.getByLabel('Token', { exact: true }).fill('not-a-token')
    await list.getByRole('button', { name: 'Run', exact: true }).click()
    await list.getByText('Responded with 401').waitFor()

    await openKeys(owner)
    const region = keys.getByRole('region', { name: `Key ${key.clientId}` })
    await region.getByText('Test key: uses the sandbox and never sends or charges anything.').waitFor()
    await region.getByRole('button', { name: 'Remove key' }).click()
    await owner.getByRole('dialog').getByRole('button', { name: 'Remove key' }).click()
    await confirmIdentityIfAsked(owner, keys, people.acmeOwner.password)
    await region.waitFor({ state: 'detached' })
  })
})

describe('A person who accepted an agreement', () => {
  it('finds it with its certificate, in the list and after entering the password at the emailed link', async () => {
    const page = await stage().newPageOf(people.acmeOwner, '/user/agreements')
    const table = page.getByRole('table', { name: 'Agreements' })
    await table.getByText('Marketing Services Agreement for Developers').waitFor()
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      // Another journey may have accepted another agreement in the same world.
      table.getByRole('button', { name: /Download the certificate .*for Developers/ }).click(),
    ])
    expect(file.suggestedFilename()).toMatch(/^certificate-.*\.pdf$/)
    expect(await file.failure()).toBeNull()

    const id = /certificate\/([0-9a-f-]{36})/.exec(file.url())![1]!
    await page.goto(`${stage().origin(acme)}/download-auth/${id}`)
    await page.getByLabel('Current password').fill(people.acmeOwner.password)
    const [again] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download', exact: true }).click(),
    ])
    expect(await again.failure()).toBeNull()
    await page.getByText('Your download has started. To download again, enter your password again.').waitFor()
  })
})

describe('The public documents', () => {
  it('R168: have the host’s branding, and offer Retry when they cannot be loaded', async () => {
    const page = await stage().newPage()
    await page.goto(`${stage().origin(acme)}/privacy-policy`)
    await page.getByRole('heading', { name: 'Privacy Policy', level: 1 }).waitFor()
    const words = await page.locator('body').innerText()
    expect(words).toContain('Acme Growth')
    expect(words).not.toMatch(/Leadloom|Brightside/)

    stage().allow(page, /status of 503/)
    await page.route('**/api/document/agreement?*', (route) => route.fulfill({ status: 503, body: '' }))
    await page.getByRole('link', { name: 'Terms of Use' }).click()
    await page.getByText('Document Not Available').waitFor()
    await page.getByText('The document you are trying to access may be missing or temporarily unavailable.').waitFor()
    await page.unroute('**/api/document/agreement?*')
    await page.getByRole('button', { name: 'Try Again' }).click()
    await page.getByText('Each person signs in with an account of their own').waitFor()
  })
})
