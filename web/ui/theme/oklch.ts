/** Color conversion in OKLCH, and the WCAG 2.2 contrast ratio. Pure functions. */

export type Rgb = readonly [red: number, green: number, blue: number]
export type Oklch = { readonly lightness: number; readonly chroma: number; readonly hue: number }

const toLinear = (channel: number): number =>
  channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
const toGamma = (channel: number): number =>
  channel <= 0.0031308 ? channel * 12.92 : 1.055 * channel ** (1 / 2.4) - 0.055

/** Parses `#rgb` or `#rrggbb`; null for anything else, so that a bad setting cannot break a page. */
export function parseHex(text: string): Rgb | null {
  const short = /^#([\da-f])([\da-f])([\da-f])$/i.exec(text.trim())
  const digits = short
    ? short.slice(1).map((digit) => digit + digit)
    : /^#([\da-f]{2})([\da-f]{2})([\da-f]{2})$/i.exec(text.trim())?.slice(1)
  if (!digits) return null
  const [red, green, blue] = digits.map((pair) => Number.parseInt(pair, 16) / 255)
  return [red!, green!, blue!]
}

function toHex(rgb: Rgb): string {
  return `#${rgb
    .map((channel) =>
      Math.round(Math.min(1, Math.max(0, channel)) * 255)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`
}

export function rgbToOklch([red, green, blue]: Rgb): Oklch {
  const [r, g, b] = [toLinear(red), toLinear(green), toLinear(blue)]
  const long = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const medium = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const short = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  const a = 1.9779984951 * long - 2.428592205 * medium + 0.4505937099 * short
  const bAxis = 0.0259040371 * long + 0.7827717662 * medium - 0.808675766 * short
  return {
    lightness: 0.2104542553 * long + 0.793617785 * medium - 0.0040720468 * short,
    chroma: Math.hypot(a, bAxis),
    hue: (Math.atan2(bAxis, a) * 180) / Math.PI,
  }
}

function oklchToLinearRgb({ lightness, chroma, hue }: Oklch): Rgb {
  const a = chroma * Math.cos((hue * Math.PI) / 180)
  const b = chroma * Math.sin((hue * Math.PI) / 180)
  const long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const medium = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const short = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short,
  ]
}

/** The nearest displayable color: reduces chroma before lightness, because lightness determines the contrast. */
export function oklchToHex(color: Oklch): string {
  const inGamut = (rgb: Rgb): boolean => rgb.every((channel) => channel >= -0.0005 && channel <= 1.0005)
  let linear = oklchToLinearRgb(color)
  if (!inGamut(linear)) {
    let [low, high] = [0, color.chroma]
    for (let step = 0; step < 20; step += 1) {
      const middle = (low + high) / 2
      if (inGamut(oklchToLinearRgb({ ...color, chroma: middle }))) low = middle
      else high = middle
    }
    linear = oklchToLinearRgb({ ...color, chroma: low })
  }
  return toHex(linear.map((channel) => toGamma(Math.max(0, channel))) as unknown as Rgb)
}

/** Relative luminance, 0 (black) to 1 (white), as WCAG defines it. */
function luminance(hex: string): number {
  const rgb = parseHex(hex)
  if (!rgb) throw new Error(`Not a color: ${hex}`)
  return 0.2126 * toLinear(rgb[0]) + 0.7152 * toLinear(rgb[1]) + 0.0722 * toLinear(rgb[2])
}

/** Contrast ratio of two colors, 1 to 21. */
export function contrast(one: string, other: string): number {
  const [lighter, darker] = [luminance(one), luminance(other)].sort((a, b) => b - a)
  return (lighter! + 0.05) / (darker! + 0.05)
}
