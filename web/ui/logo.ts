/** The agency's drawing as an image: in an image no script of it runs and nothing outside is fetched. */
export const logoSource = (logo_svg: string): string => `data:image/svg+xml,${encodeURIComponent(logo_svg)}`

export const letterOf = (name: string): string => ([...name.trim()][0] ?? '').toLocaleUpperCase()
