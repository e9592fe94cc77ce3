/**
 * Texts that read differently on some occasion than elsewhere: Arabic gives a title no article and an adjective a gender,
 * and needs a verb where English does with a preposition.
 */
export const readings = {
  mail: {
    'Bank account': 'الحساب المصرفي',
    Expires: 'تنتهي في',
    For: 'مقابل',
    'Set a new password': 'عيّن كلمة مرور جديدة',
  },
  certificate: {
    'Accepted by': 'قَبِله',
  },
  invoice: {
    Invoice: 'فاتورة',
    'Paid or invoiced earlier': 'دُفع أو طُلب من قبل',
    'To pay': 'المطلوب دفعه',
    Paid: 'مدفوعة',
    Refunded: 'المبلغ المردود',
    Credited: 'المبلغ الدائن',
    Leads: 'عملاء محتملون',
    'Adjustment to minimum spend': 'حتى الحد الأدنى للإنفاق',
    'Onboarding charge': 'رسم الانضمام',
    'Developer API': 'واجهة المطورين',
    'Manual bill': 'فاتورة يدوية',
    'Adjustment to monthly minimum': 'حتى الحد الأدنى للشهر',
    'Requested by the payer': 'طلبها الدافع',
    'Duplicate charge': 'خُصم المبلغ مرتين',
    Page: 'صفحة',
  },
}
