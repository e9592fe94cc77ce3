/** The sender of the mail: an agency, or the operator itself if null. */
export interface MailOwner {
  rootId: string
  agencyId: string | null
  /** The client whose recipient it is, where only the sender knows. */
  clientId?: string | null
}

/** Mails of one company are sent one after another, so that a slow mail server delays only its owner's mails. */
export const mailQueueOf = ({ rootId, agencyId }: MailOwner): string => `mail ${agencyId ?? rootId}`
