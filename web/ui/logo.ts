/** The agency's SVG as an image source: in an image, its scripts do not run and it loads nothing external. */
export const logoSource = (logo_svg: string): string => `data:image/svg+xml,${encodeURIComponent(logo_svg)}`

export const letterOf = (name: string): string => ([...name.trim()][0] ?? '').toLocaleUpperCase()
