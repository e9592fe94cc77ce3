/** Whether the keyboard has a Command key, which is then named in place of Control. */
export const isApple = (): boolean => /Mac|iPhone|iPad/.test(navigator.userAgent)
