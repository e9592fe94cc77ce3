// The component library's mixins (light, dark, rtl, hover, smaller-than) for our own style sheets.
export default {
  plugins: {
    'postcss-preset-mantine': {},
    'postcss-simple-vars': {
      variables: {
        'breakpoint-xs': '30em',
        'breakpoint-sm': '48em',
        'breakpoint-md': '62em',
        'breakpoint-lg': '75em',
        'breakpoint-xl': '88em',
      },
    },
  },
}
