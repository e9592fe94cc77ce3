import { enrichmentModule } from '#contract/campaigns/modules.ts'
import { sentences } from '#contract/core/sentences.ts'
import type { uploadEnrichment } from '#contract/enrichment/enrichments.ts'
import { assertMayCreateCampaigns, assertPaid } from '#server/areas/campaigns/policy.ts'
import { assertModuleEnabled } from '#server/areas/campaigns/status/assert-module-enabled.ts'
import { recordActivity } from '#server/areas/activity/record-activity.ts'
import { invalid } from '#server/platform/failure.ts'
import type { Handler, SignedInHttpCall } from '#server/platform/http/route.ts'
import { safeFileName } from '#server/platform/uploads.ts'
import { saveList } from './enrichments.ts'
import { readFields } from './read-fields.ts'
import { readList, type List } from './read-list.ts'
import { countUnread } from './read-row.ts'

const foreignField = 'The upload has no such field.'

export const matchingText = 'Your list is being matched. You pay nothing until you accept its price.'

/** Validates the whole file before storing anything, and queues the job that matches it. */
export const handleUpload: Handler<typeof uploadEnrichment> = async (_input, call) => {
  assertMayCreateCampaigns(call.caller)
  assertPaid(call.caller)
  if (call.object!.clientId === null) throw invalid('companyId', sentences.clientsOnly)
  const { name, list, said } = await receive(call)
  const fields = readFields(list, said)
  const valuesUnread = countUnread(list, fields)
  const rows = list.rows.map((cells) => ({ cells, leadId: null }))
  const by = { userId: call.caller.userId, now_ms: call.platform.clock.now() }
  const id = await call.inScope(async (tx) => {
    await assertModuleEnabled(tx, call.object!, enrichmentModule, 'companyId')
    const id = await saveList(tx, call.object!, by, {
      name,
      campaignId: null,
      columns: list.columns,
      fields,
      rows,
      valuesUnread,
    })
    await recordActivity(tx, call, {
      action: 'data.enrichmentUploaded',
      target: { kind: 'enrichment', id, name },
      to: { file_name: name, rows: rows.length },
    })
    return id
  })
  return { result: 'success' as const, message: matchingText, data: { id } }
}

interface Received {
  name: string
  list: List
  /** The raw column mapping from the request; null for none. */
  said: string | null
}

async function receive(call: SignedInHttpCall): Promise<Received> {
  let file: Pick<Received, 'name' | 'list'> | null = null
  let choices: string | null = null
  for await (const part of call.parts!()) {
    if (!('stream' in part)) {
      if (part.field !== 'column_fields' || choices !== null) throw invalid(part.field, foreignField)
      choices = part.value
      continue
    }
    if (part.field !== 'file' || file || !/\.csv$/i.test(part.fileName)) {
      part.stream.resume()
      throw part.field === 'file' && !file
        ? invalid('file', 'Invalid file format. This upload only supports CSV files.')
        : invalid(part.field, foreignField)
    }
    file = { name: safeFileName(part.fileName), list: await readList(part.stream, 'file') }
  }
  if (!file) throw invalid('file', 'Choose a CSV file.')
  return { ...file, said: choices }
}
