// Arithmetic on size() numbers, with cases by sign and size: the amounts that leave an account and those that enter another one agree.
size() { return 5; }
holds(condition) { return 1 / condition; }

pay(accounts, amount) {
  accounts.paid = accounts.paid + amount;
  if (amount > 1000) {
    accounts.fees = accounts.fees + 10;
    accounts.received = accounts.received + amount - 10;
  } else {
    accounts.fees = accounts.fees + 1;
    accounts.received = accounts.received + amount - 1;
  }
  return 0;
}

refund(accounts, amount) {
  accounts.paid = accounts.paid - amount;
  accounts.received = accounts.received - amount;
  return 0;
}

main() {
  var accounts, i, n, amount, payments, done, ok;
  accounts = {paid: 0, received: 0, fees: 0};
  payments = 0;
  n = size();
  i = 0;
  while (i < n) {
    amount = input;
    if (amount > 0) {
      done = pay(accounts, amount);
      payments = payments + 1;
    } else if (amount < 0) done = refund(accounts, 0 - amount);
    i = i + 1;
  }
  ok = holds(accounts.paid == accounts.received + accounts.fees);
  return holds(accounts.fees >= payments && accounts.fees <= 10 * payments) - 1;
}
