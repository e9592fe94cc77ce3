import { beforeAll, expect, test } from 'vitest'
import { useEnrichmentStage } from '#server/test/enrichment-stage.ts'
import { md5, type PipelineCampaign, type PipelinePerson } from '#server/test/pipeline-world.ts'

// clientHidePhone: a phone number hidden from a client can't be bought through a list of the same people either.

const { now, owner, client, read, matched, bought, buy, download } = useEnrichmentStage()

let campaign: PipelineCampaign
beforeAll(async () => {
  campaign = await now.world.makeCampaign()
})

/** A person who is a lead of the campaign. */
async function makeLead(): Promise<PipelinePerson> {
  const person = await now.world.makeCompletePerson()
  await now.world.visit(campaign, { hashes: [md5(person.email)] })
  return person
}

const hide = (clientHidePhone: boolean): Promise<unknown> =>
  now.world.db.adminPool.query('update campaign set phone_hidden_at = $2 where id = $1', [
    campaign.id,
    clientHidePhone ? new Date() : null,
  ])

/** A list with everything about people except their phone numbers. */
const columns = {
  Email: 'email',
  ...Object.fromEntries(
    ['first_name', 'last_name', 'street', 'city', 'state', 'zip'].map((field) => [`My ${field}`, field]),
  ),
  ...Object.fromEntries(
    ['age_band', 'gender', 'home', 'income_band', 'interests'].map((kind) => [`My ${kind}`, `trait.${kind}`]),
  ),
}
const knownBut = (people: readonly PipelinePerson[]): string => {
  const headings = Object.keys(columns)
  return [headings, ...people.map(({ email }) => [email, ...headings.slice(1).map(() => 'known')])]
    .map((cells) => cells.join())
    .join('\n')
}

const phonesFor = async (id: string, user = client().user): Promise<(string | undefined)[]> =>
  (await download(id, user)).rows.map((row) => row['added_phone'])

test('a number that a campaign hides is not found for its client, and is not billed', async () => {
  const [lead, outsider] = [await makeLead(), await now.world.makeCompletePerson()]
  await hide(true)
  const id = await matched(`email\n${lead.email}\n${outsider.email}`)
  expect(await read(id)).toMatchObject({ people: 2, quote: { total: 8 } })
  await bought(id)
  expect(await phonesFor(id)).toEqual(['', '+13125550142'])
  // If only the phone number is missing, nothing is left to sell.
  const rest = await matched(knownBut([lead, outsider]), columns)
  expect(await read(rest)).toMatchObject({ people: 1, quote: { total: 4 } })
  await hide(false)
  expect(await read(await matched(knownBut([lead, outsider]), columns))).toMatchObject({ people: 2 })
})

test('a number hidden after matching is not sold: the lower price is shown first', async () => {
  const [lead, otherPerson] = [await makeLead(), await now.world.makeCompletePerson()]
  const id = await matched(knownBut([lead, otherPerson]), columns)
  const { quote } = await read(id)
  expect(quote).toMatchObject({ total: 8 })
  await hide(true)
  const answer = await buy(id, quote!.quote_id)
  expect([answer.status, answer.body.code]).toEqual([409, 'terms_changed'])
  expect(await read(id)).toMatchObject({ people: 1, quote: { total: 4 } })
  await bought(id)
  expect(await phonesFor(id)).toEqual(['', '+13125550142'])
  await hide(false)
})

test('a number hidden after the purchase is shown only to the agency', async () => {
  const lead = await makeLead()
  const id = await matched(`email\n${lead.email}`)
  await bought(id)
  expect(await phonesFor(id)).toEqual(['+13125550142'])
  await hide(true)
  expect([await phonesFor(id), await phonesFor(id, owner())]).toEqual([[''], ['+13125550142']])
  await hide(false)
  expect(await phonesFor(id)).toEqual(['+13125550142'])
})

test('a client that gets no phone numbers (enablephonenumber) is not billed for them', async () => {
  const show = (shown: boolean): Promise<unknown> =>
    now.world.db.adminPool.query('update company set shows_phone = $2 where id = $1', [client().id, shown])
  const list = knownBut([await now.world.makeCompletePerson()])
  const before = await matched(list, columns)
  const { people, quote } = await read(before)
  expect(people).toBe(1)
  await show(false)
  expect(await read(await matched(list, columns))).toMatchObject({ people: 0, quote: null })
  const answer = await buy(before, quote!.quote_id)
  expect([answer.status, answer.body.code]).toEqual([409, 'terms_changed'])
  expect(await read(before)).toMatchObject({ people: 0, quote: null })
  await show(true)
  expect(await read(await matched(list, columns))).toMatchObject({ people: 1 })
})

test('another client’s campaign does not hide numbers from this client', async () => {
  const otherClient = now.world.tree.acme.clients[1]!
  const theirs = await now.world.makeCampaign(
    { phone_hidden_at: new Date() },
    { agencyId: now.world.tree.acme.id, clientId: otherClient.id },
  )
  const person = await now.world.makeCompletePerson()
  await now.world.visit(theirs, { hashes: [md5(person.email)] })
  const id = await matched(`email\n${person.email}`)
  await bought(id)
  expect(await phonesFor(id)).toEqual(['+13125550142'])
})
