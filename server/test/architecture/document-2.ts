/** Rules of the specification's second document about agencies, prices, settings and logs, by their ids, as ranges. */
export const ruleRanges: readonly (readonly [first: number, last: number])[] = [
  [183, 201],
  [203, 209],
  [221, 236],
  [249, 261],
  [269, 270],
]

/** Texts of the same areas, to the letter. */
export const texts: Readonly<Record<string, string>> = {
  T065: 'Loading data...',
  T072: 'Direct Payment',
  T073: 'Payment Failed',
  T074: 'Developer Api',
  T075: 'API Key Generated',
  T076: 'Developer Mode Enabled',
  T077: 'Set Sales Person',
  T078: 'Set Cost for Agency',
  T079: "Agency User's Logs",
  T080: 'Go To Dashboard',
  T081: 'Go To General Settings',
  T105: 'per week',
  T106: 'per month',
  T109: 'One Time',
  T114: 'Please enter valid phone number',
  T115: 'Please select payment term',
  T118: '*Cost Per Lead Minimum {value}',
  T119: 'Amount can not be less than or equal to 0.5.',
  T120: 'Please enter a valid amount.',
  T121: 'Amount cannot be negative.',
  T125: 'Invalid file format. This upload only supports CSV files.',
  T126: 'Server might be busy please try again later',
  T127: 'We are unable to save. Please try again later or contact support for assistance.',
  T128: 'We are unable to include/exclude the agency for minimum spend, please try again later or contact the support',
  T129: 'We are unable to save your setting, please try again later.',
  T130: 'Something went wrong, please try again later..',
  T131: 'Whoops that did not work, please check your file for errors and try again',
  T132: 'Please Wait, your file being upload ...',
  T133: 'Your Suppression file has been Submitted, Thank you!',
  T134: 'Are you sure you want to purge existing records?',
  T135: 'There was an error processing your request.',
  T143: 'No Data',
  T144: 'Your settings have been saved.',
  T145: 'Data has been added successfully',
  T146: 'Data has been updated successfully',
  T147: 'Setting has been saved.',
  T148: 'Manual Bill Settlement has been successfully processed.',
  T150: 'Changes saved successfully',
  T149: 'Deleted!',
}

/** Sentences that ask for nothing that a test could show by itself. */
export const saysNothingToShow: Readonly<Record<string, string>> = {
  R261: 'Lists texts, each of which is named by itself.',
}
