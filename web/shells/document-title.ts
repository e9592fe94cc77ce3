import { createContext, use, useEffect } from 'react'

/** The brand's name, which follows each page's title in the browser tab. */
export const BrandNameContext = createContext('')

export function useDocumentTitle(title: string): void {
  const brandName = use(BrandNameContext)
  useEffect(() => {
    document.title = brandName ? `${title} · ${brandName}` : title
  }, [title, brandName])
}
