interface Kind {
  label: string
  /** What it brings, or why it is always sent: where people choose. */
  about: string
  /** Why the reader gets it: below each mail. */
  why: string
  /** Whether its reader can stop it. Where not, `why` says why. */
  mayStop: boolean
  /** Whether it can wait for a mail of the day or the week. */
  mayCollect?: true
  /** Whether a notice in the browser can take its place. */
  mayPush?: true
  /** Whether the inbox lists what it is about, so that its reader can do without it. */
  isInInbox?: true
  /** It goes to people without an account, so nobody chooses it. */
  toStrangers?: true
}

/** How somebody gets a kind of mail: each at once, collected, as a notice in their browsers, only in the inbox, or not at all. */
export const mailFrequencies = ['now', 'day', 'week', 'push', 'app', 'off'] as const
export type MailFrequency = (typeof mailFrequencies)[number]

/**
 * Every kind of mail that the product sends. A kind's position is part of signed links in mails that have been sent, so new ones
 * come last.
 */
export const mailKinds = {
  account: {
    label: 'Sign-in and security',
    about: 'Codes, links and notices that protect your account. They are always sent.',
    why: 'You get this email because it is about your account. It protects it, so it is always sent.',
    mayStop: false,
  },
  money: {
    label: 'Invoices and payments',
    about: 'Invoices, receipts and failed payments of your company. They are always sent.',
    why: 'You get this email because it is about money your company pays or receives, so it is always sent.',
    mayStop: false,
  },
  leads: {
    label: 'New leads',
    about: 'New leads of campaigns whose report recipient you are.',
    why: 'You get this email because you are a report recipient of this campaign.',
    mayStop: true,
  },
  reports: {
    label: 'Scheduled reports',
    about: 'Reports that your agency sends on a schedule.',
    why: 'You get this email because you are a recipient of this scheduled report.',
    mayStop: true,
  },
  assigned: {
    label: 'Leads assigned to you',
    about: 'When someone gives you a lead to take care of.',
    why: 'You get this email because a lead was assigned to you.',
    mayStop: true,
    mayPush: true,
    mayCollect: true,
  },
  spending: {
    label: 'Spending alerts',
    about: 'When spending nears or reaches a cap, or an amount.',
    why: 'You get this email because you are notified of spending.',
    mayStop: true,
    mayPush: true,
    mayCollect: true,
  },
  amounts: {
    label: 'Too many or too few leads',
    about: 'When a campaign has more or fewer leads than expected.',
    why: 'You get this email because you are notified of numbers of leads.',
    mayStop: true,
    mayPush: true,
    mayCollect: true,
  },
  problems: {
    label: 'Problems with deliveries, webhooks, domains and mail servers',
    about: 'When something that you set up no longer works.',
    why: 'You get this email because you are notified of problems.',
    mayStop: true,
    mayPush: true,
  },
  results: {
    label: 'Results you asked for',
    about: 'When a count that you asked for is done.',
    why: 'You get this email because you asked for a result.',
    mayStop: true,
    mayPush: true,
  },
  mentions: {
    label: 'Notes that mention you',
    about: 'When someone names you with an @ in a note about a lead.',
    why: 'You get this email because a note mentions you.',
    mayStop: true,
    isInInbox: true,
    mayPush: true,
  },
  digests: {
    label: 'Daily and weekly summaries',
    about: 'One email with figures and what you chose to get daily or weekly. If it is off, these are not sent.',
    why: 'You get this email because you chose to get some emails daily or weekly.',
    mayStop: true,
  },
  privacy: {
    label: 'Privacy requests',
    about: 'Codes that confirm a request about personal data. They are always sent.',
    why: 'You get this email because someone made a privacy request with your address. It protects you, so it is always sent.',
    mayStop: false,
    toStrangers: true,
  },
  reminders: {
    label: 'Next actions that are due',
    about: 'In the morning, when what you planned for a lead is due.',
    why: 'You get this email because a next action of your leads is due.',
    mayStop: true,
    isInInbox: true,
    mayCollect: true,
  },
  statements: {
    label: 'Monthly statements',
    about: 'At the beginning of a month, what was charged and paid in the last one.',
    why: 'You get this email because your company gets a statement every month.',
    mayStop: true,
  },
} as const satisfies Record<string, Kind>
export type MailKind = keyof typeof mailKinds
/** Whether somebody may get a kind that often. */
export const mayBe = (kind: MailKind, frequency: MailFrequency): boolean => {
  const { mayStop, mayCollect, mayPush, isInInbox }: Kind = mailKinds[kind]
  const choices = {
    now: true,
    day: mayCollect === true,
    week: mayCollect === true,
    push: mayPush === true,
    app: isInInbox === true,
    off: mayStop,
  }
  return choices[frequency]
}
export const mailKindNames = Object.keys(mailKinds) as [MailKind, ...MailKind[]]
/** Those that people with an account get, and choose. */
export const mailChoiceKinds = mailKindNames.filter((kind) => (mailKinds[kind] as Kind).toStrangers !== true)

/** The kind that a stop link is about: its first byte after the person's id. Undefined for a link of another form. */
export function kindOfStopToken(token: string): MailKind | undefined {
  const code = token[22]
  return code === undefined ? undefined : mailKindNames[code.charCodeAt(0) - 97]
}
