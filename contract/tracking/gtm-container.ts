import { gtmSnippet, type SnippetSource } from './snippets.ts'

/** Google Tag Manager's built-in trigger for all pages. */
const everyPage = '2147479553'
/** The import uses the importer's own account and container: these are placeholders. */
const none = { accountId: '0', containerId: '0' }

/**
 * A container for import into Google Tag Manager: the pixel as a Custom HTML tag that fires on all pages. Merged with a
 * site's own container, it adds only that tag.
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
