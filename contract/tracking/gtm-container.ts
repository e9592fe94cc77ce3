import { gtmSnippet, type SnippetSource } from './snippets.ts'

/** Google Tag Manager's own trigger of every page. */
const everyPage = '2147479553'
/** Of what is imported, accounts and containers are the importer's: these stand for none. */
const none = { accountId: '0', containerId: '0' }

/**
 * A container as Google Tag Manager imports it: the pixel as a Custom HTML tag that fires on all pages. Merged with a site's own
 * container, it adds just that tag.
 */
export const gtmContainer = (source: SnippetSource, tagName: string): object => ({
  exportFormatVersion: 2,
  containerVersion: {
    path: 'accounts/0/containers/0/versions/0',
    ...none,
    containerVersionId: '0',
    container: {
      path: 'accounts/0/containers/0',
      ...none,
      name: tagName,
      publicId: 'GTM-0000000',
      usageContext: ['WEB'],
    },
    tag: [
      {
        ...none,
        tagId: '1',
        name: tagName,
        type: 'html',
        parameter: [
          { type: 'TEMPLATE', key: 'html', value: gtmSnippet(source) },
          { type: 'BOOLEAN', key: 'supportDocumentWrite', value: 'false' },
        ],
        firingTriggerId: [everyPage],
        tagFiringOption: 'ONCE_PER_EVENT',
      },
    ],
  },
})
