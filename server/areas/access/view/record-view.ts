import type { Wall } from '#server/platform/http/call.ts'
import { recordEvent } from './record-event.ts'

/**
 * Every writing call of view mode stands in the log with both people before it is carried out: what was tried and failed
 * is told as well. The way out has an entry of its own.
 */
export const recordView: Wall['recordView'] = async (call, operation) => {
  if (operation.name === 'switchBack') return
  await call.inScope((tx) =>
    recordEvent(tx, call, {
      actorId: call.caller.actor?.userId ?? call.caller.userId,
      action: operation.name,
      subject: call.caller,
      sessionId: call.caller.sessionId,
    }),
  )
}
