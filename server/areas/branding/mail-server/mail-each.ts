import { inScope } from '#server/platform/database/scope.ts'
import { uuidOf } from '#server/platform/ids.ts'
import { addJobs } from '#server/platform/jobs.ts'
import type { Platform } from '#server/platform/platform.ts'

interface Telling {
  /** The job's own name and queue, in which it may be asked for again. */
  name: string
  queue: string
  /** What it was asked with; `only` names the one whom it is about. */
  asked: { rootId: string; only?: string | undefined }
}

/**
 * Mails several people by themselves, each once. Whom a mail could not be sent to for a cause that may pass gets a job of their own:
 * one whose server puts mails off must neither keep them from those behind, nor have those before get them once more at every
 * try. `send` answers whether there is nothing left to try.
 */
export async function mailEach<To extends { email: string }>(
  platform: Platform,
  { name, queue, asked }: Telling,
  receivers: readonly To[],
  send: (to: To, index: number) => Promise<boolean>,
): Promise<void> {
  const late: string[] = []
  for (const [index, to] of receivers.entries()) {
    const key = uuidOf(['receiver', to.email])
    if (asked.only !== undefined && asked.only !== key) continue
    if (!(await send(to, index))) late.push(key)
  }
  if (late.length === 0) return
  if (asked.only !== undefined) throw new Error(`${name}: a mail could not be sent`)
  const payloads = late.map((only) => ({ ...asked, only }))
  await inScope(platform.appPool, { kind: 'root', rootId: asked.rootId }, (tx) =>
    addJobs(tx, name, payloads, { queue }),
  )
}
