/** Why a bank returns a payout, English to Arabic, for pages and emails. */
export const payoutCausesInArabic = {
  'The bank account was closed.': 'أُغلق الحساب المصرفي.',
  'The bank account is frozen.': 'الحساب المصرفي مجمّد.',
  'The bank account takes no payouts.': 'لا يقبل الحساب المصرفي حوالات الصرف.',
  'The bank account now belongs to someone else.': 'أصبح الحساب المصرفي لشخص آخر.',
  'The bank account allows no debits.': 'لا يسمح الحساب المصرفي بالخصم.',
  'The address of the bank account’s holder is not right.': 'عنوان صاحب الحساب المصرفي غير صحيح.',
  'The name of the bank account’s holder is not right.': 'اسم صاحب الحساب المصرفي غير صحيح.',
  'The tax number of the bank account’s holder is not right.': 'الرقم الضريبي لصاحب الحساب المصرفي غير صحيح.',
  'The balance at the payment provider was too low.': 'كان الرصيد لدى مزوّد الدفع منخفضًا جدًا.',
  'There is no bank account of this number.': 'لا يوجد حساب مصرفي بهذا الرقم.',
  'The bank account does not take this currency.': 'لا يقبل الحساب المصرفي هذه العملة.',
  'The card takes no payouts.': 'لا تقبل البطاقة حوالات الصرف.',
  'The bank gave no closer reason.': 'لم يذكر المصرف سببًا أوضح.',
} as const
