import { styleNonce } from '../session/boot.ts'

/** Fetches files of code and styles that are certain to be needed, beside the page's first code and not after it. */
export function preloadCode(files: readonly string[]): void {
  for (const file of files) {
    const link = document.createElement('link')
    link.nonce = styleNonce()
    if (file.endsWith('.css')) {
      link.rel = 'preload'
      link.as = 'style'
      // As the style sheet's own element will ask for it, else the file would come twice.
      link.crossOrigin = ''
    } else link.rel = 'modulepreload'
    link.href = `/${file}`
    document.head.append(link)
  }
}
