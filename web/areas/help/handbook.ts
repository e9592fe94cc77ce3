import { accountItemsOf } from '#contract/guards/menus.ts'
import { msg, type Text } from '../../i18n/texts.tsx'
import type { Me } from '../../session/me.ts'

/** A part of the handbook: a folder of docs/guide. */
export type Part = { folder: string; title: Text; isFor: (me: Me) => boolean; chapters: readonly string[] }

/** The handbook in reading order. Chapters of one part are for everybody who reads the part. */
export const handbook: readonly Part[] = [
  {
    folder: 'operator',
    title: msg('Running the platform'),
    isFor: ({ side }) => side === 'root',
    chapters: [
      'from-nothing',
      'server-settings',
      'mail-and-dns',
      'payments',
      'identity-data',
      'backup-and-keys',
      'capacity',
      'privacy-duties',
    ],
  },
  {
    folder: 'agency',
    title: msg('Running an agency'),
    isFor: ({ side }) => side !== 'client',
    chapters: [
      'first-client',
      'clients',
      'prices',
      'billing',
      'wallet',
      'payouts',
      'returned-cost',
      'reports',
      'administrators',
      'branding',
      'mail-server',
      'settings',
    ],
  },
  {
    folder: 'client',
    title: msg('Campaigns and leads'),
    isFor: () => true,
    chapters: [
      'first-lead',
      'dashboard',
      'campaigns',
      'filters-and-limits',
      'pixel',
      'pixel-api',
      'visits',
      'leads',
      'people',
      'inbox',
      'deliveries',
      'integrations',
      'searches',
      'companies',
      'complete-records',
      'exclusions',
      'audiences',
      'banners',
      'returns',
      'card-and-invoices',
      'team',
      'sign-in',
      'finding-things',
    ],
  },
  {
    folder: 'developer',
    title: msg('For developers'),
    isFor: ({ access }) => accountItemsOf(access).includes('developer'),
    chapters: ['keys', 'calls', 'test-keys', 'webhooks'],
  },
]

/** The chapters that somebody reads, in order. */
export const chaptersFor = (me: Me): string[] =>
  handbook.filter(({ isFor }) => isFor(me)).flatMap(({ chapters }) => chapters)
