/** White or near-black, whichever has more contrast to the color (WCAG relative luminance). */
export function readableOn(color: string): string {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(color.slice(at, at + 2), 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue! > 0.2 ? '#1c2026' : '#fefefe'
}
