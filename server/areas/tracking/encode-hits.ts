import { BinaryRows } from '#server/platform/database/binary-rows.ts'
import type { Hit } from './hit.ts'

const fieldCount = 18
/** Texts of at most 2,700 characters in UTF-8, 9 hashes, and the rest. */
const maxHit_bytes = 16 * 1024

const rows = new BinaryRows(fieldCount, maxHit_bytes)

/** Hits as a parameter of the type `checked_hit[]`, whose number is `hitType`. */
export function encodeHits(hits: readonly Hit[], hitType: number): Buffer {
  for (const hit of hits) {
    rows.startRow()
    rows.fields(hit.pixel.pathFields)
    rows.uuid(hit.id)
    rows.uuid(hit.visitorId)
    rows.uuid(hit.sessionId)
    rows.text(hit.kind)
    rows.text(hit.pageUrl)
    rows.text(hit.pageHost)
    rows.text(hit.title)
    rows.text(hit.referrerHost)
    rows.byteas(hit.hashes)
    rows.text(hit.eventName)
    rows.int8(hit.eventValue_cents)
    rows.text(hit.mark)
    rows.text(hit.userAgentFamily)
    rows.text(hit.company)
    rows.text(hit.consent)
    rows.endRow()
  }
  return rows.finish(hitType)
}
