export const script = document.currentScript as HTMLScriptElement

/** The `data-` attributes of this pixel's own script element. */
export const tag = script.dataset
export const collectUrl = script.src.replace(/px\.js.*/, 'collect')
