/** The form for a card's number, in a frame of its own. */
export const messages = {
  'Card number': 'رقم البطاقة',
  'Expiry (MM / YY)': 'تاريخ الانتهاء (شهر / سنة)',
  'Security code': 'رمز الأمان',
  'Sandbox: no money moves. Use a test card, such as 4242 4242 4242 4242.':
    'بيئة تجريبية: لا تُنقل أي أموال. استخدم بطاقة تجريبية، مثل \u20664242 4242 4242 4242\u2069.',
}
