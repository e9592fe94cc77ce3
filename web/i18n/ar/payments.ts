/** Cards. */
export const messages: Record<string, string> = {
  'Bank account': 'الحساب البنكي',
  'Terms of the payment provider': 'شروط مزوّد الدفع',
  'Identity document': 'وثيقة الهوية',
  'Company details': 'بيانات الشركة',
  Payouts: 'التحويلات',
  'Still needed': 'ما زال مطلوبًا',
  'Contact support': 'تواصل مع الدعم',
  'Payment accounts are connected and updated by support.': 'يربط الدعم حسابات الدفع ويحدّثها.',
  'Payment accounts are connected and updated by support. Ask whoever invited you.':
    'يربط الدعم حسابات الدفع ويحدّثها. اسأل من دعاك.',
  'The card that your account is charged to.': 'البطاقة التي تُحمَّل عليها مصاريف حسابك.',
  'Stored card': 'البطاقة المحفوظة',
  'Replace card': 'استبدال البطاقة',
  'Save card': 'حفظ البطاقة',
  Card: 'البطاقة',
  'Card details': 'تفاصيل البطاقة',
  'The number goes from this form to the payment provider and is never seen here.':
    'ينتقل الرقم من هذا النموذج إلى مزوّد الدفع ولا يُرى هنا أبدًا.',
  'Name on the card': 'الاسم على البطاقة',
  'Enter the name on the card.': 'أدخل الاسم الموجود على البطاقة.',
  'Billing address': 'عنوان الفوترة',
  'Valid until': 'صالحة حتى',
  Payment: 'الدفع',
  'Skip for now': 'التخطي الآن',
  'Enter a valid card number.': 'هذا ليس رقم بطاقة.',
  'This sandbox takes test cards only, such as 4242 4242 4242 4242.':
    'تقبل هذه البيئة التجريبية بطاقات الاختبار فقط، مثل 4242 4242 4242 4242.',
  'The card has expired, or its date is not complete.': 'انتهت صلاحية البطاقة أو تاريخها غير مكتمل.',
  'The security code has three or four digits.': 'يتكون رمز الأمان من ثلاثة أو أربعة أرقام.',
  'The card form cannot be reached. Please try again later.': 'تعذّر الوصول إلى نموذج البطاقة. يُرجى المحاولة لاحقًا.',
}

/** Messages of the server. */
export const serverTexts: Record<string, string> = {
  'This card was declined. Use another one.': 'رُفضت هذه البطاقة. استخدم بطاقة أخرى.',
  'This card has expired. Use another one.': 'انتهت صلاحية هذه البطاقة. استخدم بطاقة أخرى.',
  'The security code is not right.': 'رمز الأمان غير صحيح.',
  'The card form has expired. Enter the card once more.': 'انتهت صلاحية نموذج البطاقة. أدخل البطاقة مرة أخرى.',
  'Do not enter the card number here.': 'لا تُدخل رقم البطاقة هنا.',
  'There is a card already: replace it.': 'توجد بطاقة بالفعل: استبدلها.',
  'There is no card to replace yet.': 'لا توجد بطاقة لاستبدالها بعد.',
  'Payments are settled by invoice here: no card is needed.': 'تُسوّى المدفوعات هنا بالفاتورة: لا حاجة إلى بطاقة.',
}
