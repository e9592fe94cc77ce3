/** Tax: what sellers ask besides their prices. */
export const messages: Record<string, string> = {
  Tax: 'الضريبة',
  Taxes: 'الضرائب',
  'Seller’s tax number': 'الرقم الضريبي للبائع',
  'Payer’s tax number': 'الرقم الضريبي للدافع',
  'No tax is asked': 'لا تُطلب ضريبة',
  'With {tax} of tax besides.': 'إضافةً إلى ضريبة قدرها {tax}.',
  '{tax} of it is tax': 'منها {tax} ضريبة',
  'Change tax details': 'تغيير البيانات الضريبية',
  'The next invoice is taxed by this place and prints this number. Earlier ones stay as they are.':
    'تُحسب ضريبة الفاتورة القادمة بحسب هذا المكان ويُطبع عليها هذا الرقم. وتبقى الفواتير السابقة كما هي.',
  'Save tax details': 'حفظ البيانات الضريبية',
  'Only where the region has a tax of its own.': 'فقط إن كانت للمنطقة ضريبة خاصة بها.',
  'Tax number': 'الرقم الضريبي',
  'Change exemption': 'تغيير الإعفاء',
  'Exempt from tax': 'إعفاء من الضريبة',
  'Invoices that are made from now on ask for no tax and print the reason.':
    'الفواتير التي تصدر من الآن لا تطلب ضريبة ويُطبع عليها السبب.',
  'Save exemption': 'حفظ الإعفاء',
  Region: 'المنطقة',
  'Add tax rate': 'إضافة نسبة ضريبة',
  'Invoices that are made from this day on ask by it. Those that were made before stay as they are.':
    'تُحسب بها الفواتير التي تصدر من هذا اليوم. وتبقى الفواتير السابقة كما هي.',
  'Leave blank for the whole country.': 'اتركه فارغًا للبلد كله.',
  'Name of the tax': 'اسم الضريبة',
  'As invoices call it, such as VAT.': 'كما يرد على الفواتير، مثل VAT.',
  'Tax rate': 'نسبة الضريبة',
  'In percent, such as 8.875.': 'بالمئة، مثل 8.875.',
  'Tax details': 'البيانات الضريبية',
  'Taxed in': 'مكان الضريبة',
  'Not stated': 'غير مذكور',
  'Tax on the next invoice': 'ضريبة الفاتورة القادمة',
  Exempt: 'معفى',
  Later: 'لاحقًا',
  Replaced: 'حلّت محلها أخرى',
  'Tax rates': 'نسب الضريبة',
  'Each line of an invoice asks for the tax of its payer’s place: the region’s rate, or the country’s where the region has none. Payers without a place are not taxed.':
    'يطلب كل بند في الفاتورة ضريبة مكان الدافع: نسبة المنطقة، أو نسبة البلد إن لم تكن للمنطقة نسبة. ولا تُطلب ضريبة ممن لم يذكر مكانه.',
  'No tax rates yet': 'لا توجد نسب ضريبة بعد',
  'Invoices ask for no tax until there is a rate.': 'لا تطلب الفواتير ضريبة حتى توجد نسبة.',
  'Remove this tax rate?': 'إزالة نسبة الضريبة هذه؟',
  'Remove tax rate': 'إزالة نسبة الضريبة',
  'Invoices that are made from now on do not ask by it. Those that were made before stay as they are.':
    'لا تُحسب بها الفواتير التي تصدر من الآن. وتبقى الفواتير السابقة كما هي.',
  Place: 'المكان',
  'Your tax number': 'رقمك الضريبي',
  'It appears on your invoices once you have a tax rate.': 'يرد على الفواتير التي تصدرها بعد أن تكون لديك نسبة ضريبة.',
}

export const serverTexts: Record<string, string> = {
  'This place has a tax rate from this day already.': 'لهذا المكان نسبة ضريبة من هذا اليوم بالفعل.',
  'There is no such tax rate.': 'لا توجد نسبة ضريبة كهذه.',
  'There are too many tax rates. Remove some.': 'نسب الضريبة أكثر مما يمكن. أزل بعضها.',
  'Tax rate added': 'أُضيفت نسبة ضريبة',
  'Tax rate removed': 'أُزيلت نسبة ضريبة',
  'Tax details changed': 'تغيّرت البيانات الضريبية',
  'Tax exemption changed': 'تغيّر الإعفاء من الضريبة',
}
