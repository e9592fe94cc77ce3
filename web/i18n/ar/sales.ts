/** Sales staff: their list, the agencies assigned to them, and their own pages. */
export const messages: Record<string, string> = {
  'Sales Account List': 'قائمة حسابات المبيعات',
  Commissions: 'العمولات',
  Commission: 'العمولة',
  'A percentage of each payment from agencies assigned to a sales person, paid out a week after the payment.':
    'حصة من كل دفعة تصلك من الوكالات المسندة إلى مسؤول مبيعات. تُدفع إلى حسابه بعد أسبوع من الدفعة.',
  'Sales person': 'مسؤول المبيعات',
  Earned: 'المكتسب',
  'Paid out': 'المدفوع',
  Owed: 'المستحق',
  'Set commission': 'تحديد العمولة',
  'Set the commission of {name}': 'تحديد عمولة {name}',
  'Mark {name} as paid': 'وضع علامة مدفوع لـ{name}',
  '{rate} from {date}': '{rate} ابتداءً من {date}',
  'Commission of {name}': 'عمولة {name}',
  'Earlier payments keep the rate of their date.': 'ما وصل قبل ذلك يبقى على نسبة يومه.',
  'Valid from': 'سارية من',
  'Leave blank for today.': 'اتركه فارغًا لتسري من اليوم.',
  'Mark {name} as paid?': 'وضع علامة مدفوع لـ{name}؟',
  '{amount} is owed. The amount you enter is marked as paid out. This cannot be undone.':
    'المستحق {amount}. ما تدخله يُعدّ مدفوعًا من الآن. لا يمكن التراجع عن ذلك.',
  'This is more than is owed.': 'هذا أكثر من المستحق.',
  'Commissions this sales person earned, by payment.': 'ما كسبه مسؤول المبيعات هذا، دفعةً دفعة.',
  'No commissions yet': 'لا عمولات بعد',
  'Commissions appear here when an assigned agency has paid.': 'تظهر العمولات هنا عندما تدفع وكالة مسندة.',
  '{amount} available for payout; payments are held for {days} days.':
    'يمكن دفع {amount} منه الآن: يجب أن يمضي على وصول المال {days} أيام.',
  'To the payment account': 'إلى حساب الدفع',
  '{amount} was taken back at the payment provider and is owed again.':
    'استُرد {amount} لدى مزوّد خدمة الدفع وعاد مستحقًا.',
  'It is owed again and retried a day later.': 'عاد مستحقًا وسيُعاد دفعه بعد يوم.',
  Reversed: 'معكوسة',
  Withdrawn: 'المسحوب',
  'Earned on': 'تاريخ الكسب',
  Received: 'المستلَم',
  Rate: 'النسبة',
  'Sales Rep & AE List': 'قائمة مندوبي المبيعات ومديري الحسابات',
  'People who sell for {company}. Agencies are assigned to them in the agency list.':
    'أشخاص يبيعون لصالح {company}. تُسنَد إليهم الوكالات من قائمة الوكالات.',
  'Sales staff': 'فريق المبيعات',
  'Search sales staff': 'ابحث في فريق المبيعات',
  'No sales staff yet': 'لا يوجد فريق مبيعات بعد',
  'Invite someone who brings in agencies or manages them. They choose their own password.':
    'ادعُ من يجلب الوكالات أو يتولى متابعتها. يختار كلمة مروره بنفسه.',
  'Invite sales person': 'دعوة مسؤول مبيعات',
  'Edit sales person': 'تعديل مسؤول المبيعات',
  'Save sales person': 'حفظ مسؤول المبيعات',
  'Brings in agencies. Sees only their own payment account.': 'يجلب الوكالات. يرى حساب الدفع الخاص به فقط.',
  'Sees assigned agencies and their clients once their payment account is connected.':
    'بعد ربط حساب الدفع الخاص به يرى الوكالات المسندة إليه وعملاءها.',
  'Not connected': 'غير مربوط',
  Connected: 'مربوط',
  'Form incomplete': 'النموذج غير مكتمل',
  'Being verified': 'قيد التحقق',
  'Remove this sales person?': 'هل تريد إزالة مسؤول المبيعات هذا؟',
  'Remove sales person': 'إزالة مسؤول المبيعات',
  '{count, plural, one {# agency assigned to them becomes unassigned.} other {# agencies assigned to them become unassigned.}}':
    '{count, plural, one {وكالة واحدة مسندة إليه ولن تبقى مسندة إلى أحد.} two {وكالتان مسندتان إليه ولن تبقيا مسندتين إلى أحد.} few {# وكالات مسندة إليه ولن تبقى مسندة إلى أحد.} many {# وكالة مسندة إليه ولن تبقى مسندة إلى أحد.} other {# وكالة مسندة إليه ولن تبقى مسندة إلى أحد.}}',
  'Agencies assigned to this sales person.': 'الوكالات المسندة إلى مسؤول المبيعات هذا، وبأي صفة.',
  'No agency is assigned yet': 'لم تُسنَد أي وكالة بعد',
  'Assign one in the agency list with the Set Sales Person icon.':
    'أسند وكالة من قائمة الوكالات بأيقونة تعيين مسؤول المبيعات في صفها.',
  'Sales person invited': 'دعوة مسؤول مبيعات إلى الفريق',
  'Sales person changed': 'تغيير مسؤول مبيعات',
  'Sales person removed': 'إزالة مسؤول مبيعات من الفريق',
  'Assigned as': 'الصفة',
  'Your payment account is connected.': 'حساب الدفع الخاص بك مربوط.',
  'The payment provider has refused your account. Please connect your payment account to receive commissions.':
    'رفض مزود الدفع حسابك. يرجى ربط حساب الدفع الخاص بك لاستلام العمولات.',
  'How {company} pays you.': 'كيف تدفع لك {company}.',
  'Account status': 'حالة حسابك',
  'Once it is connected, the agencies assigned to you appear here.': 'بعد ربطه تظهر هنا الوكالات المسندة إليك.',
  'Nothing else is available until it is connected.': 'إلى أن يُربط لا يوجد ما تفعله هنا.',
  'Agencies are shown to account executives only.': 'تُعرض الوكالات لمديري الحسابات فقط.',
  'The clients of the agencies assigned to you.': 'عملاء الوكالات المسندة إليك.',
  'The agency has not added one.': 'لم تضف الوكالة أي عميل.',
  'No agency is assigned to you yet': 'لم تُسنَد إليك أي وكالة بعد',
  'The operator assigns them. Each appears here with its clients.': 'يسندها المشغّل. تظهر كل وكالة هنا مع عملائها.',
}

/** Server messages about sales staff. */
export const serverTexts: Record<string, string> = {
  'This person isn’t a sales person.': 'هذا الشخص ليس من فريق المبيعات.',
}
