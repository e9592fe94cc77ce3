/** A message for people in a chat: about a lead, or an alert. All of it is plain text. */
export interface ChannelMessage {
  title: string
  facts: readonly { label: string; value: string }[]
  /** The link to the page of what it is about. */
  link: { label: string; url: string } | undefined
  isRightToLeft: boolean
}
