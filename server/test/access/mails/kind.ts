import type { MailStage } from './stage.ts'

/** The mails that one file writes, and how to have all of them sent. */
interface MailKind {
  /** As in the file. */
  titles: readonly string[]
  /** In whose name, and with whose links. The operator's go to agencies, which pay it, and never to a client. */
  from: 'agency' | 'operator'
  /** Where the other side of the same event is told by somebody else. */
  toAgency?: 'operator'
  send(stage: MailStage): Promise<unknown>
}
export type MailKinds = Readonly<Record<string, MailKind>>
