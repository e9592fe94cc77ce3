import {
  informationTypes,
  knownInformation,
  promisedDays,
  type Information,
  type InformationType,
  type listAdvanceInformation,
  type listB2bInformation,
  type listEnhanceLocations,
  type listInformationTypes,
  type ShownInformation,
} from '#contract/identity/advance-information.ts'
import { moduleNames } from '#contract/campaigns/modules.ts'
import { enhanceMinimumOf } from '#server/areas/branding/settings/enhance-minimum.ts'
import type { SignedInCall } from '#server/platform/call.ts'
import type { Handler } from '#server/platform/http/route.ts'
import { countCompleteByState } from './count-complete.ts'

/** A limit for kinds of information without a name, which only the data contains. */
const maxUnknown = 200

/** All known kinds of information and those only found in the data, each with its share of people. */
async function readInformation(call: SignedInCall, type: InformationType): Promise<ShownInformation[]> {
  const { rows } = await call.platform.identityPool.query<{ of: string; name: string; persons: number }>(
    `select of, name, persons::float8 as persons from identity_count where persons > 0 order by of, name limit $1`,
    [maxUnknown],
  )
  const all = rows.find((row) => row.of === 'persons')?.persons ?? 0
  const counts = new Map(rows.filter((row) => row.of === 'trait').map((row) => [row.name, row.persons]))
  const namedIds = new Set(knownInformation.map(({ id }) => id))
  const otherNames = [...counts.keys()].filter((name) => !namedIds.has(name))
  const others = otherNames.map((id): Information => ({ id, name: id, group: 'other', type: 'enhance' }))
  return [...knownInformation, ...others]
    .filter((each) => each.type === type)
    .map((each) => present(each, counts.get(each.id) ?? 0, all))
}

const present = (
  { id, name, group, type, isSensitive }: Information,
  persons: number,
  all: number,
): ShownInformation => ({
  id,
  name,
  group,
  campaign_information_type: type,
  is_sensitive: isSensitive === true,
  available: persons > 0,
  coverage: all === 0 ? 0 : Math.min(100, Math.round((persons / all) * 1_000) / 10),
})

export const handleListInformation: Handler<typeof listAdvanceInformation> = async (_input, call) => ({
  result: 'success',
  data: await readInformation(call, 'enhance'),
})

export const handleListB2bInformation: Handler<typeof listB2bInformation> = async (_input, call) => ({
  result: 'success',
  data: await readInformation(call, 'b2b'),
})

export const handleListInformationTypes: Handler<typeof listInformationTypes> = async (_input, call) => {
  const data = await Promise.all(
    informationTypes.map(async (type) => {
      const kinds = await readInformation(call, type)
      const available = kinds.filter((kind) => kind.available).length
      return { campaign_information_type: type, name: moduleNames[type], kinds: kinds.length, available }
    }),
  )
  return { result: 'success', data }
}

/** The states where Enhance ID can promise leads. Counting stops at the minimum, so that large states cost no more. */
export const handleListLocations: Handler<typeof listEnhanceLocations> = async ({ query }, call) => {
  const minimum = (await enhanceMinimumOf(call)) * promisedDays
  const states = await call.readOnce<{ code: string; name: string }>({
    text: 'select code, name from us_state order by name, code',
    values: [],
  })
  const persons = await countCompleteByState(
    call.platform.identityPool,
    states.map(({ code }) => code),
    { leastKnown: query.informationminimum, now_ms: call.platform.clock.now(), most: minimum },
  )
  return {
    result: 'success',
    minimum,
    data: states.map(({ code, name }) => {
      const count = persons.get(code) ?? 0
      return { code, name, enough: count >= minimum, persons: count }
    }),
  }
}
