namespace ounce {}
