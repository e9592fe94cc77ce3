import type {
  addDeveloperCampaignExclusions,
  addDeveloperExclusions,
  DeveloperExclusions,
  readDeveloperCampaignExclusions,
  readDeveloperExclusions,
} from '#contract/exclusions/developer-exclusions.ts'
import { addressesIn } from '#server/areas/identity/read-addresses.ts'
import type { SignedInCall } from '#server/platform/call.ts'
import { developerPage } from '#server/platform/http/developer-list.ts'
import type { Handler, Input } from '#server/platform/http/route.ts'
import { countAddresses } from './entries.ts'
import { listOfCampaign, listOfCompany, type ExclusionList } from './exclusion-list.ts'
import { readChangesAfter, type PagedChange } from './read-list.ts'
import { queueUpload } from './upload.ts'

// Exclusion lists of the developer API: addresses come in the request body and are processed like an uploaded file.

export const handleReadDeveloperExclusions: Handler<typeof readDeveloperExclusions> = ({ query }, call) =>
  readList(call, listOfCompany(call.caller), query)

export const handleReadDeveloperCampaignExclusions: Handler<typeof readDeveloperCampaignExclusions> = (
  { params, query },
  call,
) => readList(call, listOfCampaign(call.object!, params.id), query)

export const handleAddDeveloperExclusions: Handler<typeof addDeveloperExclusions> = ({ body }, call) =>
  add(call, listOfCompany(call.caller), body.addresses)

export const handleAddDeveloperCampaignExclusions: Handler<typeof addDeveloperCampaignExclusions> = (
  { params, body },
  call,
) => add(call, listOfCampaign(call.object!, params.id), body.addresses)

const readList = (
  call: SignedInCall,
  list: ExclusionList,
  query: Input<typeof readDeveloperExclusions>['query'],
): Promise<DeveloperExclusions> =>
  call.inScope(async (tx) => {
    const { data, next_cursor } = await developerPage(
      call,
      `exclusions ${list.listId}`,
      query,
      (after, limit) => readChangesAfter(tx, list, after, limit),
      presentChange,
    )
    return { level: list.level, addresses: await countAddresses(tx, list), changes: data, next_cursor }
  })

const presentChange = ({ id, kind, addresses, credited_leads, ...at }: PagedChange) => ({
  id,
  kind,
  addresses,
  credited_leads,
  created_at: at.created_at.toISOString(),
  done_at: at.done_at?.toISOString() ?? null,
  undone_at: at.undone_at?.toISOString() ?? null,
})

const add = async (call: SignedInCall, list: ExclusionList, texts: readonly string[]): Promise<{ id: string }> => ({
  id: await queueUpload(call, list, { fileName: 'API', addresses: addressesIn(texts) }),
})
